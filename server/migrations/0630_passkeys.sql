-- Passkeys of patients (W3C Web Authentication level 3): public keys only; the private ones never leave the device.

create table passkeys (
  id uuid primary key,
  patient_id uuid not null references patients (id) on delete cascade,
  -- as the authenticator calls it, base64url
  credential_id text not null unique,
  -- COSE key (RFC 9052)
  public_key bytea not null,
  -- of the last signature; one that does not rise is a copied key (section 6.1.1)
  signature_counter bigint not null default 0,
  transports text[] not null default '{}',
  -- whether the device keeps a copy elsewhere, as phones do
  is_backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_patient on passkeys (patient_id);

-- What a browser is asked to sign: once, within minutes. A sign-in begins before anybody is known.
create table passkey_challenges (
  challenge_hash bytea primary key,
  patient_id uuid references patients (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_patient on passkey_challenges (patient_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
