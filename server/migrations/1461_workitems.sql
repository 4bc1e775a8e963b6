-- Work items of an institution (Unified Procedure Steps, PS3.4 annex CC), by UPS-RS (docs/decisions/0293-work-items-by-ups-rs.md).
create table workitems (
  id uuid primary key,
  institution_id uuid not null references institutions (id) on delete cascade,
  -- SOP Instance UID; another institution may use the same without knowing it.
  uid text not null check (uid ~ '^[0-9.]{1,64}$'),
  state text not null check (state in ('SCHEDULED', 'IN PROGRESS', 'COMPLETED', 'CANCELED')),
  -- 'house': the algorithms of this server do it, and its state is that of the study's analysis.
  performer text not null check (performer in ('house', 'other')),
  -- Of the performer who claimed it; known to nobody else.
  transaction_uid text,
  -- DICOM JSON, as created and updated, without state and transaction.
  data_set jsonb not null,
  study_instance_uid text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (institution_id, uid)
);
create index workitems_of_study on workitems (institution_id, study_instance_uid);

-- A work item names a patient: it goes with the study that it is about.
create function forget_workitems_of_scan() returns trigger language plpgsql as $$
begin
  delete from workitems where institution_id = old.institution_id and study_instance_uid = old.study_instance_uid;
  return null;
end $$;
create trigger scans_forget_workitems after delete on scans
  for each row when (old.study_instance_uid is not null) execute function forget_workitems_of_scan();

-- How far the analysis of each study is, for the work items that wait for it.
create view scan_progress as
  select distinct on (institution_id, study_instance_uid)
    institution_id, study_instance_uid, status, failure_code, submitted_at, completed_at
  from scans where study_instance_uid is not null
  order by institution_id, study_instance_uid, submitted_at desc;
