-- Runs of versions that are tried beside the active one on the studies of institutions. A table of its own: whatever shows,
-- counts or exports results reads `analyses`, and cannot show these (docs/decisions/0141).
create table shadow_analyses (
  id uuid primary key,
  scan_id uuid not null references scans (id) on delete cascade,
  series_id uuid not null,
  submission integer not null,
  algorithm_id text not null,
  algorithm_version text not null,
  status text not null check (status in ('planned', 'evaluated', 'not-evaluable', 'not-applicable', 'failed')),
  reason jsonb,
  result jsonb,
  input_sha256 text[] not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (series_id, algorithm_id, algorithm_version, submission)
);
create index shadow_analyses_scan on shadow_analyses (scan_id);
create index shadow_analyses_version on shadow_analyses (algorithm_id, algorithm_version, created_at);
