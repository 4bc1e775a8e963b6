-- An instance is its SOP Instance UID and its data set, whatever file meta information is in front of it: the same slice by
-- file, STOW-RS and C-STORE is one (docs/decisions/0131). Null until an instance stored before is met again.
alter table instances add column data_set_sha256 text check (data_set_sha256 ~ '^[0-9a-f]{64}$');
-- Only of rows that have a hash: a name of an older file may be longer than an index takes.
create unique index instances_data_set on instances (study_id, sop_instance_uid, data_set_sha256)
  where data_set_sha256 is not null;

-- A study that a PACS sends is complete when nothing of it came for a while: until then it waits here.
alter table scans add column quiet_at timestamptz;

-- Who may associate: a title with an address (plain), or with a certificate (TLS). Each belongs to one institution.
create table pacs_peers (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  ae_title text not null check (length(ae_title) between 1 and 16),
  transport text not null check (transport in ('tls', 'plain')),
  address text,
  certificate_sha256 text check (certificate_sha256 ~ '^[0-9a-f]{64}$'),
  -- closed until an operator opens it
  is_open boolean not null default false,
  created_at timestamptz not null,
  check ((transport = 'plain') = (address is not null)),
  check ((transport = 'tls') = (certificate_sha256 is not null))
);
create unique index pacs_peers_address on pacs_peers (ae_title, address) where transport = 'plain';
create unique index pacs_peers_certificate on pacs_peers (ae_title, certificate_sha256) where transport = 'tls';
create index pacs_peers_institution on pacs_peers (institution_id);

-- Other content under the UID of an instance that is here: kept aside until a person has looked at it.
create table pacs_quarantine (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  peer_id uuid not null,
  scan_id uuid not null,
  sop_instance_uid text not null,
  sha256 text not null,
  data_set_sha256 text not null,
  size_bytes bigint not null,
  received_at timestamptz not null,
  unique (institution_id, sop_instance_uid, data_set_sha256)
);
create index pacs_quarantine_sha256 on pacs_quarantine (sha256);
create index pacs_quarantine_scan on pacs_quarantine (scan_id);

create or replace view file_references as
  select sha256 from instances
  union all select preview_sha256 from instances where preview_sha256 is not null
  union all select sha256 from report_documents
  union all select sha256 from pacs_quarantine;
