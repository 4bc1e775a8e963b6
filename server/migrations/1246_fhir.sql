-- Record systems of an institution read results over FHIR (docs/decisions/0216).
create table fhir_clients (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  -- its public keys, or where they are published
  jwks jsonb,
  jwks_url text,
  -- of SMART on FHIR, as `system/*.rs`
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((jwks is null) <> (jwks_url is null))
);
create index fhir_clients_institution on fhir_clients (institution_id, created_at desc);

-- Signed assertions that were taken: each opens once (RFC 7523 section 3).
create table fhir_assertions (
  client_id uuid not null references fhir_clients (id) on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);

create table fhir_tokens (
  token_hash bytea primary key,
  client_id uuid not null references fhir_clients (id) on delete cascade,
  scopes text[] not null,
  expires_at timestamptz not null
);
create index fhir_tokens_client on fhir_tokens (client_id);
