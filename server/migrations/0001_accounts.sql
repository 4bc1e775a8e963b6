-- People who sign in: patients, staff, users of institutions. Realms are apart; tokens are stored as SHA-256 only.

create table patients (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  date_of_birth date,
  gender text check (gender in ('male', 'female', 'other')),
  country text,
  preferred_notification text not null default 'email' check (preferred_notification in ('email', 'sms', 'both')),
  language text not null default 'tr' check (language in ('tr', 'en', 'ar')),
  email_verified_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table institutions (
  id uuid primary key,
  name text not null,
  country text not null,
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);

create table institution_users (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  username text not null unique check (username = lower(username)),
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'member')),
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create index institution_users_institution on institution_users (institution_id);
create index institution_users_email on institution_users (email);

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('radiologist', 'operator')),
  password_hash text not null,
  -- AES-256-GCM under the installation's key; never in clear
  totp_secret_encrypted text not null,
  -- last accepted time step (RFC 6238): a code works once
  totp_last_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  realm text not null check (realm in ('patient', 'institution', 'staff')),
  account_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_minutes integer,
  address text,
  user_agent text,
  revoked_at timestamptz
);
create index sessions_account on sessions (realm, account_id);

-- Single-use links of mails: verification, password reset, invitation.
create table link_tokens (
  token_hash bytea primary key,
  realm text not null check (realm in ('patient', 'institution', 'staff')),
  -- the account, or for an invitation the institution
  account_id uuid not null,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'invitation')),
  -- the address it was sent to: a link does not verify an address that was changed since
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index link_tokens_account on link_tokens (realm, account_id, purpose);

-- Attempts per key (an account or an address, hashed) and window: limits that hold over all web processes.
create table attempt_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table consents (
  id uuid primary key,
  patient_id uuid not null references patients (id),
  purpose text not null check (purpose in ('terms', 'privacy', 'health-data', 'ai-analysis')),
  text_version text not null,
  language text not null,
  given_at timestamptz not null default now(),
  address text
);
create index consents_patient on consents (patient_id, purpose);
