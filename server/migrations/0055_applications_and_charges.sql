-- An application may be asked back; a decision against it has a reason.
alter table applications drop constraint applications_status_check;
alter table applications add constraint applications_status_check
  check (status in ('new', 'asked', 'approved', 'declined'));
alter table applications
  add column question text,
  add column answer text,
  add column decline_reason text,
  -- of the mailed link by which the applicant answers; works once
  add column question_token_hash bytea unique,
  add column question_expires_at timestamptz;

-- A study is known by its Study Instance UID, or where it has none by the SHA-256 of its files: however often and by
-- whatever way it is sent, it is one scan.
alter table scans
  add column study_key text,
  add column submission integer not null default 1,
  add column failure_code text;
drop index scans_study;
update scans set study_key = study_instance_uid where study_instance_uid is not null and id in (
  select distinct on (institution_id, study_instance_uid) id from scans
  where study_instance_uid is not null order by institution_id, study_instance_uid, created_at);
create unique index scans_study on scans (institution_id, study_key) where study_key is not null;

-- What an institution is charged for: one row a study, kept when the scan is deleted. `reserved` when it is accepted,
-- then `charged` or, where nothing was analysed, `released`.
create table scan_charges (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  scan_id uuid not null,
  study_key text not null,
  source text not null check (source in ('upload', 'pacs')),
  modality text,
  billing text not null check (billing in ('trial', 'metered')),
  status text not null check (status in ('reserved', 'charged', 'released')),
  accepted_at timestamptz not null,
  settled_at timestamptz,
  unique (institution_id, study_key)
);
create index scan_charges_month on scan_charges (institution_id, accepted_at);
insert into scan_charges (id, institution_id, scan_id, study_key, source, modality, billing, status, accepted_at, settled_at)
  select gen_random_uuid(), institution_id, id, study_key, source, modality, billing, 'charged', created_at, completed_at
  from scans where study_key is not null and billing <> 'sample';

-- Published read model: which submission of a scan is the newest; analyses of an older one are not planned any more.
create view scan_submissions as select id as scan_id, submission from scans;
