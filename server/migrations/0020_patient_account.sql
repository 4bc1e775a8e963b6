-- The patient's own account: checked phone, second factor, withdrawn consents, change of address.

alter table patients
  add column phone_verified_at timestamptz,
  -- AES-256-GCM under the installation's key; counts only once two_factor_at is set
  add column totp_secret_encrypted text,
  -- last accepted time step (RFC 6238): a code works once
  add column totp_last_step bigint not null default 0,
  add column two_factor_at timestamptz;

alter table consents add column withdrawn_at timestamptz;

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'invitation', 'change-email'));

-- Codes sent by SMS, as HMAC-SHA-256 under the installation's key: six digits alone would be guessed from a plain hash.
create table phone_codes (
  id uuid primary key,
  patient_id uuid not null references patients (id) on delete cascade,
  phone text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index phone_codes_patient on phone_codes (patient_id, created_at desc);

create table recovery_codes (
  patient_id uuid not null references patients (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (patient_id, code_hash)
);
