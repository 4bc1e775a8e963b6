-- The audit trail to receivers outside, by syslog over TLS (docs/decisions/0251): of an institution, or of the whole installation.
create table audit_receivers (
  id uuid primary key,
  -- null: of the operator, who is sent everything
  institution_id uuid references institutions (id),
  name text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  format text not null check (format in ('dicom', 'fhir')),
  -- of a certificate that no public authority issued; null: one of those did
  certificate_sha256 text check (certificate_sha256 ~ '^[0-9a-f]{64}$'),
  -- An operator lets it be in a private network.
  may_be_private boolean not null default false,
  -- The last row of the trail that it was sent.
  last_sequence bigint not null,
  last_sent_at timestamptz,
  -- Tries in vain since then, and the time of the next one.
  failures integer not null default 0,
  last_failure text,
  next_try_at timestamptz not null,
  -- Until when a process has it in hand.
  taken_until timestamptz,
  created_at timestamptz not null
);
create index audit_receivers_institution on audit_receivers (institution_id, created_at);

-- Which rows of the trail concern which institution: what its members, keys and record systems did, and what was done to it and its studies.
create view audit_of_institutions as
  select e.sequence, u.institution_id from audit_events e join institution_users u
    on e.actor_realm = 'institution' and u.id = e.actor_id
  union
  select e.sequence, k.institution_id from audit_events e join api_keys k
    on e.actor_realm = 'api-key' and k.id = e.actor_id
  union
  select e.sequence, f.institution_id from audit_events e join fhir_clients f
    on e.actor_realm = 'record-system' and f.id = e.actor_id
  union
  select e.sequence, i.id from audit_events e join institutions i
    on e.subject_type = 'institution' and i.id::text = e.subject_id
  union
  select e.sequence, c.institution_id from audit_events e join scan_charges c
    on e.subject_type = 'scan' and c.scan_id::text = e.subject_id;
