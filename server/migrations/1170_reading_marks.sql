-- What a reader measured on the images of a case: working notes, deleted by whoever drew them until the report is signed.
create table reading_measurements (
  id uuid primary key,
  case_id uuid not null references cases (id),
  instance_id uuid not null references instances (id) on delete cascade,
  staff_id uuid not null references staff (id),
  staff_name text not null,
  frame integer not null check (frame >= 0),
  measure text not null,
  points jsonb not null,
  told text not null,
  measured_at timestamptz not null
);
create index reading_measurements_case on reading_measurements (case_id, staff_id);
create index reading_measurements_instance on reading_measurements (instance_id);

-- Masks of algorithms as a reader corrected them: each time a new version; what the algorithm drew stays in its run.
create table corrected_masks (
  id uuid primary key,
  case_id uuid not null references cases (id),
  analysis_id uuid not null references analyses (id) on delete cascade,
  staff_id uuid not null references staff (id),
  staff_name text not null,
  code text not null,
  version integer not null check (version >= 1),
  mask jsonb not null,
  corrected_at timestamptz not null,
  unique (analysis_id, code, version)
);
create index corrected_masks_case on corrected_masks (case_id);
create trigger corrected_masks_frozen before update on corrected_masks
  for each row execute function refuse_change();
