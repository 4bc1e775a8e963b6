-- study → series → instance, whatever way it came; it belongs to exactly one case or one scan of an institution.

create table studies (
  id uuid primary key,
  case_id uuid references cases (id),
  scan_id uuid references scans (id),
  study_instance_uid text,
  study_date date,
  description text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(case_id, scan_id) = 1)
);
create unique index studies_case_uid on studies (case_id, coalesce(study_instance_uid, '')) where case_id is not null;
create unique index studies_scan_uid on studies (scan_id, coalesce(study_instance_uid, '')) where scan_id is not null;

create table series (
  id uuid primary key,
  study_id uuid not null references studies (id),
  -- for a JPEG or PNG: 'file:' and its SHA-256, each picture is a series of its own
  series_key text not null,
  series_instance_uid text,
  modality text,
  description text,
  body_part text,
  convolution_kernel text,
  slice_thickness_mm double precision,
  unique (study_id, series_key)
);

create table instances (
  id uuid primary key,
  study_id uuid not null references studies (id),
  series_id uuid not null references series (id),
  original_name text not null,
  kind text not null check (kind in ('dicom', 'jpeg', 'png')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null,
  sop_instance_uid text,
  instance_number integer,
  columns integer,
  rows integer,
  frames integer not null default 1,
  -- the DICOM header without identifying attributes, as the imaging package reads it
  header jsonb,
  state text not null default 'received' check (state in ('received', 'ready', 'refused')),
  refusal_code text,
  refusal_reason text,
  preview_sha256 text,
  -- place within its series in reading order
  position integer,
  received_at timestamptz not null default now(),
  unique (study_id, sha256)
);
create index instances_series on instances (series_id, position);

-- Published read model: the images of a case as the patient's list shows them (see docs/decisions).
create view case_images as
  select i.id, s.case_id, i.original_name, i.kind = 'dicom' as is_dicom, i.preview_sha256 is not null as has_preview, i.received_at
  from instances i join studies s on s.id = i.study_id
  where s.case_id is not null;
