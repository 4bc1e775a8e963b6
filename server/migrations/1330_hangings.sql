-- How a radiologist arranges images, by modality and part of the body.
create table staff_hangings (
  staff_id uuid primary key references staff (id),
  hangings jsonb not null,
  updated_at timestamptz not null
);
