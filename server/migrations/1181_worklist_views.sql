-- Ways in which a radiologist looks at the worklist, by name.
create table worklist_views (
  staff_id uuid primary key references staff (id),
  views jsonb not null,
  updated_at timestamptz not null
);
