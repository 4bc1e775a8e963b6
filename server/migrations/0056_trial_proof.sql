-- When the newest submission of a scan came: turnaround is measured from here.
alter table scans add column submitted_at timestamptz;
update scans set submitted_at = created_at;
alter table scans alter column submitted_at set not null, alter column submitted_at set default now();

-- Yes-or-no questions of an institution to an algorithm. Never changed: a verdict is about one threshold.
create table proof_questions (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  algorithm_id text not null,
  positive_when jsonb not null,
  created_at timestamptz not null,
  unique (institution_id, name)
);

create table proof_labels (
  question_id uuid not null references proof_questions (id) on delete cascade,
  -- Study Instance UID or id of a scan; may come before the study itself
  study text not null,
  label text not null check (label in ('positive', 'negative')),
  primary key (question_id, study)
);

-- A reader's agree or disagree: with a finding that is there or not, or with the answer to one question.
create table proof_verdicts (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  scan_id uuid not null references scans (id) on delete cascade,
  submission integer not null,
  algorithm_id text not null,
  code text not null,
  question_id uuid references proof_questions (id) on delete cascade,
  verdict text not null check (verdict in ('agree', 'disagree')),
  given_by uuid not null,
  given_at timestamptz not null
);
create unique index proof_verdicts_once on proof_verdicts
  (scan_id, algorithm_id, code, coalesce(question_id, '00000000-0000-0000-0000-000000000000'));

-- Frozen: what was measured at that moment.
create table trial_dossiers (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  created_at timestamptz not null,
  studies integer not null,
  questions integer not null,
  csv text not null,
  csv_sha256 text not null,
  pdf bytea not null,
  pdf_sha256 text not null
);

create table deletion_proofs (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  document jsonb not null,
  -- null until the files are gone from the storage
  completed_at timestamptz,
  created_at timestamptz not null
);
