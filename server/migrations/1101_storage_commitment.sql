-- Who asked whom to say that instances are kept (DICOM PS3.4 annex J). 'peer' asked this server, which reports when it has looked;
-- or this server asked the peer, which reports when it likes. A transaction is answered once.
create table pacs_commitments (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  peer_id uuid not null references pacs_peers (id) on delete cascade,
  asked_by text not null check (asked_by in ('peer', 'server')),
  transaction_uid text not null check (length(transaction_uid) <= 64),
  -- [{ sopClassUid, sopInstanceUid }]
  instances jsonb not null,
  state text not null default 'open' check (state in ('open', 'kept', 'not-kept')),
  -- of those that are not kept: [{ sopInstanceUid, reason }]
  failed jsonb not null default '[]',
  created_at timestamptz not null,
  reported_at timestamptz,
  unique (peer_id, asked_by, transaction_uid)
);
create index pacs_commitments_institution on pacs_commitments (institution_id, created_at desc);
