-- Series that were sent to a vendor's own box, and the objects that came back (docs/decisions/0176). Only studies of institutions
-- are sent.
create table vendor_sending (
  institution_id uuid primary key references institutions (id) on delete cascade,
  -- Without a row: yes.
  is_deidentified boolean not null,
  updated_at timestamptz not null
);

create table vendor_requests (
  analysis_id uuid primary key references analyses (id) on delete cascade,
  institution_id uuid not null references institutions (id) on delete cascade,
  algorithm_id text not null,
  -- As they were sent: others than those here where details were removed.
  study_instance_uid text not null,
  series_instance_uid text not null,
  is_deidentified boolean not null,
  -- Null while it is being sent.
  sent_at timestamptz,
  due_at timestamptz not null
);
create index vendor_requests_study on vendor_requests (institution_id, study_instance_uid);

create table vendor_answers (
  analysis_id uuid not null references vendor_requests (analysis_id) on delete cascade,
  sop_instance_uid text not null,
  sha256 text not null,
  content jsonb not null,
  received_at timestamptz not null,
  primary key (analysis_id, sop_instance_uid)
);
