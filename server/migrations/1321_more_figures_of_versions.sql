-- Two more measures of versions: agreement of readers, and what the gates and the networks' own checks refuse; the age of the
-- person as a feature of the input (docs/decisions/0240).
create or replace view version_runs as
  select a.id, a.algorithm_id, a.algorithm_version, c.institution_id, a.status, a.finished_at,
    (extract(epoch from a.finished_at - a.started_at))::double precision as seconds,
    cardinality(a.input_sha256) as images, s.slice_thickness_mm, c.patient_age_years
  from analyses a
  join series s on s.id = a.series_id
  join studies t on t.id = a.study_id
  left join scans c on c.id = t.scan_id
  where a.finished_at is not null and a.started_at is not null and a.status in ('evaluated', 'not-evaluable', 'failed')
    and c.billing is distinct from 'sample';

alter table control_breaches drop constraint control_breaches_measure_check,
  add constraint control_breaches_measure_check check (measure in
    ('positive-rate', 'failure-rate', 'refusal-rate', 'agreement', 'images', 'slice-thickness', 'age'));
