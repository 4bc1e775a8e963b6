-- Links that a patient gives to a doctor without an account: one signed report and its images.

create table shares (
  id uuid primary key,
  case_id uuid not null references cases (id),
  -- whom it is for, in the patient's own words
  label text,
  -- SHA-256 of the link's secret (256 random bits)
  secret_hash bytea not null unique,
  -- HMAC-SHA-256 under the installation's key: six digits would be guessed from a plain hash
  pin_hash bytea not null,
  wrong_pins integer not null default 0,
  max_openings integer not null check (max_openings between 1 and 20),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '30 days'),
  revoked_at timestamptz
);
create index shares_case on shares (case_id, created_at desc);

-- One row each time the link was opened with its PIN; the cookie of the opening is stored as SHA-256.
create table share_openings (
  id uuid primary key,
  share_id uuid not null references shares (id),
  token_hash bytea not null unique,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  downloaded_at timestamptz
);
create index share_openings_share on share_openings (share_id, opened_at desc);
