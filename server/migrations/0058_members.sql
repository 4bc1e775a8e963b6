-- Invitations of members: each address has its own, with the role it gives.
alter table link_tokens
  add column id uuid not null default gen_random_uuid() unique,
  add column role text check (role in ('admin', 'member'));

-- One-time codes of institution users, by choice (RFC 6238).
alter table institution_users
  -- AES-256-GCM under the installation's key; counts only once totp_at is set
  add column totp_secret_encrypted text,
  -- last accepted time step: a code works once
  add column totp_last_step bigint not null default 0,
  add column totp_at timestamptz;
