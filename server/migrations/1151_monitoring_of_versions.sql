-- Runs that ended, by version and institution (null: patients' cases), for control charts (docs/decisions/0177).
create view version_runs as
  select a.id, a.algorithm_id, a.algorithm_version, c.institution_id, a.status, a.finished_at,
    (extract(epoch from a.finished_at - a.started_at))::double precision as seconds,
    cardinality(a.input_sha256) as images, s.slice_thickness_mm
  from analyses a
  join series s on s.id = a.series_id
  join studies t on t.id = a.study_id
  left join scans c on c.id = t.scan_id
  where a.finished_at is not null and a.started_at is not null and a.status in ('evaluated', 'not-evaluable', 'failed')
    and c.billing is distinct from 'sample';
create index analyses_finished on analyses (finished_at) where finished_at is not null;

-- Versions that are paused where a figure leaves its limits.
create table version_guards (
  algorithm_id text not null,
  version text not null,
  pauses_on_breach boolean not null,
  updated_at timestamptz not null,
  primary key (algorithm_id, version)
);

create table control_breaches (
  id uuid primary key,
  institution_id uuid references institutions (id) on delete cascade,
  algorithm_id text not null,
  version text not null,
  measure text not null check (measure in ('positive-rate', 'failure-rate', 'images', 'slice-thickness')),
  day date not null,
  n integer not null,
  value double precision not null,
  low double precision not null,
  high double precision not null,
  has_paused boolean not null,
  found_at timestamptz not null,
  unique nulls not distinct (institution_id, algorithm_id, version, measure, day)
);
