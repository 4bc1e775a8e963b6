-- Results as HL7 v2 messages by MLLP: who receives them, and what became of each (docs/decisions/0234).
create table hl7_receivers (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  transport text not null check (transport in ('tls', 'plain')),
  -- of a certificate that no public authority issued; null: one of those did
  certificate_sha256 text check (certificate_sha256 ~ '^[0-9a-f]{64}$'),
  -- MSH-5 and MSH-6
  application text not null,
  facility text not null,
  has_document boolean not null,
  -- null: of all algorithms
  algorithm_ids text[],
  -- An operator lets it be in a private network, or without TLS.
  may_be_private boolean not null default false,
  created_at timestamptz not null,
  check (transport = 'tls' or certificate_sha256 is null)
);
create index hl7_receivers_institution on hl7_receivers (institution_id, created_at);

create table hl7_messages (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  receiver_id uuid not null references hl7_receivers (id) on delete cascade,
  scan_id uuid not null references scans (id) on delete cascade,
  submission integer not null,
  -- The message as it is sent, made once: the same control id never has other content. Gone once it is accepted.
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'failed')),
  attempts integer not null default 0,
  last_outcome text,
  created_at timestamptz not null,
  accepted_at timestamptz,
  unique (receiver_id, scan_id, submission)
);
create index hl7_messages_institution on hl7_messages (institution_id, created_at desc);
create index hl7_messages_newest on hl7_messages (created_at desc);
create index hl7_messages_scan on hl7_messages (scan_id);
