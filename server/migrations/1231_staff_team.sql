-- Invitations of staff: the account is made when the mailed link is opened, with a password and a first one-time code.
create table staff_invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  email text not null,
  name text not null,
  role text not null check (role in ('radiologist', 'operator')),
  language text not null check (language in ('tr', 'en', 'ar')),
  totp_secret_encrypted text not null,
  invited_by uuid not null references staff (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Accepted, withdrawn or replaced by a later one.
  ended_at timestamptz
);
create unique index staff_invitations_one_open on staff_invitations (email) where ended_at is null;

-- Days on which staff are away, the first and the last included, in the time of the house.
create table staff_absences (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  created_at timestamptz not null
);
create index staff_absences_staff on staff_absences (staff_id, last_day);
