-- Who asked for a reset link, until the job has looked whether there is such an account: seconds. The call that asks does
-- the same whether there is one or not.
create table reset_requests (
  id uuid primary key,
  realm text not null check (realm in ('patient', 'institution', 'staff')),
  email text not null,
  language text not null check (language in ('tr', 'en', 'ar')),
  address text,
  user_agent text,
  request_id text,
  created_at timestamptz not null
);
