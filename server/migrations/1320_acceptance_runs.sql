-- What an institution asks of a version before it may be made active for it (docs/decisions/0239).
create table acceptance_rules (
  institution_id uuid primary key references institutions (id) on delete cascade,
  -- null: nothing is asked; choices by default that are older stay
  required_since timestamptz,
  least_sensitivity double precision not null check (least_sensitivity between 0 and 1),
  least_specificity double precision not null check (least_specificity between 0 and 1),
  -- studies with the condition, and as many without it, that have a label and an answer
  least_studies integer not null check (least_studies >= 1),
  updated_at timestamptz not null
);

-- A version on the labelled studies of an institution. It runs as in the shadow: what it tells of a study is in `shadow_analyses`.
create table acceptance_runs (
  id uuid primary key,
  institution_id uuid not null references institutions (id) on delete cascade,
  algorithm_id text not null,
  version text not null,
  status text not null check (status in ('running', 'passed', 'not-passed')),
  -- what was asked when it began
  rule jsonb not null,
  -- [{ "scanId", "submission" }]: labelled studies when it began
  studies jsonb not null,
  -- figures of each question; null while it runs
  questions jsonb,
  started_at timestamptz not null,
  -- every study was planned: the run ends when none is waited for
  planned_at timestamptz,
  finished_at timestamptz
);
create index acceptance_runs_version on acceptance_runs (institution_id, algorithm_id, version, started_at);
create unique index acceptance_runs_running on acceptance_runs (institution_id, algorithm_id, version) where status = 'running';
