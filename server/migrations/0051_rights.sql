-- What a patient may ask for: who saw my data, a copy of everything, erasure with proof.

create table erasures (
  id uuid primary key,
  -- no reference: the row outlives the account; emptied with it
  patient_id uuid,
  state text not null check (state in ('waiting', 'cancelled', 'running', 'removing-files', 'done')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  erased_at timestamptz,
  -- what was removed, by table; messages; audit rows that stay under the pseudonym
  removed_rows jsonb not null default '{}',
  removed_messages integer not null default 0,
  audit_rows integer not null default 0,
  -- canonical JSON (RFC 8785) of the proof and its SHA-256; it names no person
  document text,
  sha256 text,
  token_hash bytea unique,
  check ((state in ('waiting', 'cancelled', 'running')) = (patient_id is not null))
);
create unique index erasures_open on erasures (patient_id) where state in ('waiting', 'running');
create index erasures_due on erasures (due_at) where state = 'waiting';

-- Files of an erased account: removed after the rows, unless another account holds the same bytes.
create table erasure_files (
  erasure_id uuid not null references erasures (id),
  sha256 text not null,
  outcome text check (outcome in ('removed', 'kept')),
  primary key (erasure_id, sha256)
);

-- With the cookie of one, a copy may be fetched once, by a plain download without the patient's token.
create table export_tickets (
  token_hash bytea primary key,
  patient_id uuid not null references patients (id),
  language text not null,
  expires_at timestamptz not null
);

-- Where an event came from is personal data, the chain is for ever: the chain holds a salted hash, the address lies
-- here and can go without breaking it.
create table audit_origins (
  sequence bigint primary key references audit_events (sequence),
  salt bytea not null,
  address text not null
);

-- Messages to a patient go with the account; the last one to a person goes once it was sent.
alter table outbox
  add column patient_id uuid references patients (id),
  add column is_forgotten_once_sent boolean not null default false;
create index outbox_patient on outbox (patient_id);

-- Frozen rows go with the account they belong to, in the transaction of a due erasure, and only then.
create function is_erasing() returns boolean language sql stable as $$
  select exists (select 1 from erasures where state = 'running' and id::text = current_setting('duai.erasure', true))
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name <> 'audit_events' and is_erasing() then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create or replace function refuse_change_of_signed_report() returns trigger language plpgsql as $$
begin
  if old.status = 'signed' and not (tg_op = 'DELETE' and exists (
    select 1 from erasures e join cases c on c.patient_id = e.patient_id
    where c.id = old.case_id and e.state = 'running' and e.id::text = current_setting('duai.erasure', true)
  )) then
    raise exception 'report % is signed and cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
