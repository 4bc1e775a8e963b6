-- For who loses the device of the one-time codes: as HMAC-SHA-256 under the installation's key, each works once.
create table institution_recovery_codes (
  user_id uuid not null references institution_users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
