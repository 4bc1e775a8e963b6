create table analyses (
  id uuid primary key,
  study_id uuid not null references studies (id),
  series_id uuid not null references series (id),
  -- the submission of the case it belongs to; 1 for a scan
  submission integer not null,
  algorithm_id text not null,
  algorithm_version text not null,
  status text not null check (status in ('planned', 'running', 'evaluated', 'not-evaluable', 'not-applicable', 'failed')),
  -- why it did not fit or failed: { code, params }
  reason jsonb,
  result jsonb,
  -- reproducibility: parameters, SHA-256 of every input in order, of the weights; versions of the runtime
  parameters jsonb not null default '{}',
  input_sha256 text[] not null default '{}',
  weights_sha256 text,
  runtime jsonb not null default '{}',
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (series_id, algorithm_id, submission)
);
create index analyses_study on analyses (study_id);
