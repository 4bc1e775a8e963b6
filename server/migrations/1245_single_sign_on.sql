-- Members of an institution sign in at the institution's own OpenID provider (docs/decisions/0215).
create table identity_providers (
  institution_id uuid primary key references institutions (id),
  -- what members type on the sign-in page; it stands in the address where a sign-in begins
  sign_in_name text not null unique check (sign_in_name = lower(sign_in_name)),
  issuer text not null,
  client_id text not null,
  -- AES-256-GCM under the installation's key
  client_secret_encrypted text not null,
  scope text not null,
  groups_claim text not null,
  admin_groups text[] not null,
  member_groups text[] not null,
  -- null while members may sign in by password too
  passwords_off_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Who somebody is at a provider: its issuer and its name for them (OpenID Connect Core 1.0 section 5.7), never an address of mail.
create table provider_identities (
  institution_id uuid not null references institutions (id),
  issuer text not null,
  subject text not null,
  user_id uuid not null references institution_users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (institution_id, issuer, subject)
);
create index provider_identities_user on provider_identities (user_id);

-- Sign-ins on their way: gone when the provider sends the browser back, or by night.
create table provider_sign_ins (
  state_hash bytea primary key,
  institution_id uuid not null references institutions (id) on delete cascade,
  -- the member who connects an account; null for a sign-in
  user_id uuid references institution_users (id) on delete cascade,
  -- the browser that began it
  browser_hash bytea not null,
  nonce text not null,
  code_verifier_encrypted text not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_institution on provider_sign_ins (institution_id);
create index provider_sign_ins_user on provider_sign_ins (user_id);

-- Made by a sign-in at the provider: has no password, and is sent no link to set one.
alter table institution_users add column is_of_provider boolean not null default false;
-- Opened by a sign-in at the provider.
alter table sessions add column is_of_provider boolean not null default false;
