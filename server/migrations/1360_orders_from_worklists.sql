-- A system that is asked what was ordered: the modality worklist of an institution (docs/decisions/0253).
alter table pacs_peers drop constraint pacs_peers_purpose_check;
alter table pacs_peers add constraint pacs_peers_purpose_check
  check (purpose in ('archive', 'modality', 'workstation', 'worklist', 'other'));

-- Which order of a worklist a study was made for. What it fills in stands with the study; this says where it came from.
create table pacs_orders (
  scan_id uuid primary key references scans (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  peer_id uuid references pacs_peers (id) on delete set null,
  matched_by text not null check (matched_by in ('study', 'patient')),
  accession_number text not null,
  procedure_id text,
  found_at timestamptz not null
);
create index pacs_orders_institution on pacs_orders (institution_id);
create index pacs_orders_peer on pacs_orders (peer_id) where peer_id is not null;
