create table applications (
  id uuid primary key,
  institution_name text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  pacs_vendor text not null,
  pacs_version text,
  dicom_nodes text,
  modalities text[] not null default '{}',
  studies_per_day text,
  comments text,
  gdpr_consent_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'approved', 'declined')),
  institution_id uuid references institutions (id),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  created_at timestamptz not null default now()
);

-- One row an institution. The row is locked by every accepted scan: the limits hold under concurrency.
create table trials (
  institution_id uuid primary key references institutions (id),
  plan text not null default 'trial' check (plan in ('trial', 'pay-per-scan')),
  activated_at timestamptz,
  expires_at timestamptz,
  scan_limit integer not null,
  used_scans integer not null default 0 check (used_scans <= scan_limit),
  metered_scans integer not null default 0,
  upgraded_at timestamptz
);

create table scans (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  source text not null check (source in ('upload', 'pacs')),
  -- counted on the trial, or metered after the upgrade
  billing text not null check (billing in ('trial', 'metered', 'sample')),
  status text not null default 'processing' check (status in ('processing', 'complete', 'failed')),
  study_description text,
  modality text,
  body_part text,
  findings text[] not null default '{}',
  study_instance_uid text,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index scans_institution on scans (institution_id, created_at desc);
create unique index scans_study on scans (institution_id, study_instance_uid) where study_instance_uid is not null and source = 'pacs';
