-- How long an institution wants its studies kept; without a row they stay (docs/decisions/0250).
create table scan_retention (
  institution_id uuid primary key references institutions (id),
  days integer not null check (days between 30 and 3650),
  changed_at timestamptz not null
);
-- Of which study the institution was told that it will go; a study that got more images since is told anew.
create table scan_notices (
  scan_id uuid primary key references scans (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  told_at timestamptz not null
);
create index scan_notices_institution on scan_notices (institution_id, told_at);
-- A study that stays however old it is.
create table scan_holds (
  scan_id uuid primary key references scans (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  held_at timestamptz not null
);
create index scan_holds_institution on scan_holds (institution_id);
create index scans_by_submission_time on scans (institution_id, submitted_at);

-- Studies that questions and readers of an institution are about.
create view scans_in_evaluation as
  select institution_id, scan_id from proof_verdicts
  union
  select s.institution_id, s.id from scans s join proof_questions q on q.institution_id = s.institution_id
  join proof_labels l on l.question_id = q.id and l.study = s.study_instance_uid
  union
  select s.institution_id, s.id from scans s join proof_questions q on q.institution_id = s.institution_id
  join proof_labels l on l.question_id = q.id and l.study = s.id::text;
