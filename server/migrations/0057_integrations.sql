-- Keys by which an institution's own systems call. Only the hash of the secret is kept: it has 256 bits of entropy.
create table api_keys (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  prefix text not null,
  secret_hash bytea not null unique,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_institution on api_keys (institution_id);

create table webhooks (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  url text not null,
  event text not null check (event in ('analysis.finished')),
  -- AES-256-GCM under the installation's key: needed in clear to sign
  secret_encrypted text not null,
  created_at timestamptz not null
);
create index webhooks_institution on webhooks (institution_id);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  institution_id uuid not null,
  event text not null,
  -- null once the scan is deleted
  scan_id uuid references scans (id) on delete set null,
  -- the same cause is delivered once
  cause text not null,
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_outcome text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  unique (webhook_id, cause)
);
create index webhook_deliveries_institution on webhook_deliveries (institution_id, created_at desc);
