-- Which results of an institution's scans go to which of its systems, and what became of each (docs/decisions/0155).
create table pacs_result_routes (
  peer_id uuid primary key references pacs_peers (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  objects text[] not null check (cardinality(objects) > 0),
  -- null: of all algorithms
  algorithm_ids text[],
  changed_at timestamptz not null
);

create table pacs_deliveries (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  peer_id uuid not null references pacs_peers (id) on delete cascade,
  scan_id uuid not null references scans (id) on delete cascade,
  submission integer not null,
  object text not null check (object in ('structured-report', 'encapsulated-pdf')),
  algorithm_ids text[],
  -- The object as it is sent, made once: the same UID never has other content. Gone once it is kept.
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_outcome text,
  commitment_id uuid references pacs_commitments (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (peer_id, scan_id, submission, object)
);
create index pacs_deliveries_institution on pacs_deliveries (institution_id, created_at desc);
create index pacs_deliveries_scan on pacs_deliveries (scan_id);
create index pacs_deliveries_commitment on pacs_deliveries (commitment_id) where commitment_id is not null;
