-- Append-only, hash-chained. Each row's hash covers its fields and the hash before it, so a changed, removed or
-- inserted row breaks the chain at that place.

create table audit_events (
  sequence bigint primary key default 0,
  at timestamptz not null default now(),
  actor_realm text not null,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text,
  outcome text not null check (outcome in ('ok', 'refused')),
  address text,
  request_id text,
  details jsonb not null default '{}',
  previous_hash bytea not null default '',
  hash bytea not null default ''
);
create index audit_events_subject on audit_events (subject_type, subject_id);
create index audit_events_actor on audit_events (actor_realm, actor_id);

create function audit_row_hash(e audit_events) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(
    e.sequence, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.actor_realm, e.actor_id, e.action,
    e.subject_type, e.subject_id, e.outcome, e.address, e.request_id, e.details, encode(e.previous_hash, 'hex')
  )::text, 'UTF8'))
$$;

create function audit_chain() returns trigger language plpgsql as $$
declare last audit_events;
begin
  -- one writer at a time until commit: the sequence has no gaps and the chain no forks
  perform pg_advisory_xact_lock(7261001);
  select * into last from audit_events order by sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, sha256(''::bytea));
  new.hash := audit_row_hash(new);
  return new;
end $$;
create trigger audit_chain before insert on audit_events for each row execute function audit_chain();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_append_only before update or delete on audit_events for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit_events execute function refuse_change();
