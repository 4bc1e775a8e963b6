-- Pieces of text that a radiologist writes by a short name.
create table staff_macros (
  staff_id uuid primary key references staff (id),
  macros jsonb not null,
  updated_at timestamptz not null
);
