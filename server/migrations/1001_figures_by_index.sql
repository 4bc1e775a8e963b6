-- Figures of a trial are answered by indexes alone (docs/decisions/0101).

-- Values of an index have to be short: LO has 64 characters, CS has 16 (PS3.5 table 6.2-1), and files may break that.
update scans set device = left(device, 129), patient_sex = left(patient_sex, 16)
  where length(device) > 129 or length(patient_sex) > 16;

-- Which scan a label by UID means, and in which subgroup it counts.
drop index scans_uid;
create index scans_uid on scans (institution_id, study_instance_uid)
  include (id, billing, patient_sex, patient_age_years, device) where study_instance_uid is not null;

-- From the arrival of the newest submission to the end of its analysis, of times to the millisecond as the dossier has them.
alter table scans add column turnaround_seconds double precision generated always as (
  extract(epoch from date_trunc('milliseconds', completed_at - timestamptz '1970-01-01 00:00:00Z')
    - date_trunc('milliseconds', submitted_at - timestamptz '1970-01-01 00:00:00Z'))::double precision) stored;
create index scans_turnaround on scans (institution_id, turnaround_seconds)
  where billing <> 'sample' and status = 'complete' and turnaround_seconds is not null;
