-- How a radiologist has divided the reading page.
create table staff_panels (
  staff_id uuid primary key references staff (id),
  panels jsonb not null,
  updated_at timestamptz not null
);
