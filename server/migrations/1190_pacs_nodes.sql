-- An institution's administrator names its own systems; an operator opens them (docs/decisions/0195).
alter table pacs_peers add column purpose text not null default 'archive'
  check (purpose in ('archive', 'modality', 'workstation', 'other'));
-- Whether it may send studies; a system that only receives still asks for echoes and reports commitments.
alter table pacs_peers add column sends boolean not null default true;
alter table pacs_peers add column certificate_valid_to timestamptz;
-- Who names a title and an address first keeps nobody else from them: only of the open ones there is one at most.
drop index pacs_peers_address;
drop index pacs_peers_certificate;
create unique index pacs_peers_own_address on pacs_peers (institution_id, ae_title, address) where transport = 'plain';
create unique index pacs_peers_own_certificate on pacs_peers (institution_id, ae_title, certificate_sha256) where transport = 'tls';
create unique index pacs_peers_open_address on pacs_peers (ae_title, address) where transport = 'plain' and is_open;
create unique index pacs_peers_open_certificate on pacs_peers (ae_title, certificate_sha256) where transport = 'tls' and is_open;

-- How associations of a system went, by the hour: an archive that asks for an echo every minute is one row an hour.
create table pacs_associations (
  peer_id uuid not null references pacs_peers (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  hour timestamptz not null,
  outcome text not null,
  -- of the last one
  address text not null,
  associations integer not null,
  stored integer not null,
  refused integer not null,
  last_at timestamptz not null,
  primary key (peer_id, hour, outcome)
);
create index pacs_associations_institution on pacs_associations (institution_id, hour desc);
create index scans_quiet on scans (institution_id, quiet_at) where quiet_at is not null;
