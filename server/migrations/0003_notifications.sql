-- Messages to send: written in the transaction of the change that causes them, sent by a job with retries.

create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  -- emptied once sent: it may hold a single-use link
  params jsonb not null default '{}',
  language text not null,
  status text not null default 'pending' check (status in ('held', 'pending', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- the same cause never sends twice; held: the address is not verified yet
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_status on outbox (status) where status <> 'sent';
