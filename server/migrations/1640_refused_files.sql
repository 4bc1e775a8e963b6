-- Files that a patient wanted to send with a case and that were refused, so that its reader knows what may be missing. An empty
-- name stands for those beyond the names that are kept of a case.
create table refused_files (
  case_id uuid not null references cases (id),
  name text not null,
  code text not null,
  files integer not null check (files > 0),
  refused_at timestamptz not null default now(),
  primary key (case_id, name, code)
);
