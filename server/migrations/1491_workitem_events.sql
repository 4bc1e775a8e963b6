-- Events of work items and who wants them (PS3.4 sections CC.2.3 and CC.2.4; docs/decisions/0306-performers-are-told.md).

-- Who claimed it: the key or member, so that a request to cancel reaches the performer.
alter table workitems add column claimed_by uuid;

create table workitem_subscriptions (
  workitem_id uuid not null references workitems (id) on delete cascade,
  ae_title text not null,
  institution_id uuid not null references institutions (id) on delete cascade,
  has_lock boolean not null,
  primary key (workitem_id, ae_title)
);
create index workitem_subscriptions_of on workitem_subscriptions (institution_id, ae_title);

-- Subscriptions to all work items, present and future, or to those that match a filter.
create table workitem_worklists (
  institution_id uuid not null references institutions (id) on delete cascade,
  ae_title text not null,
  kind text not null check (kind in ('all', 'filtered')),
  filter jsonb not null,
  has_lock boolean not null,
  primary key (institution_id, ae_title, kind)
);

-- Open event channels of all processes; one that was not seen for a minute is closed.
create table workitem_channels (
  id uuid primary key,
  institution_id uuid not null references institutions (id) on delete cascade,
  ae_title text not null,
  actor_id uuid not null,
  seen_at timestamptz not null
);
create index workitem_channels_of on workitem_channels (institution_id, ae_title);

-- Events of the last minutes, on their way to the process that has the channel.
create table workitem_events (
  id bigint generated always as identity primary key,
  institution_id uuid not null references institutions (id) on delete cascade,
  workitem_id uuid not null references workitems (id) on delete cascade,
  ae_titles text[] not null,
  data_set jsonb not null,
  created_at timestamptz not null
);
create index workitem_events_of on workitem_events (institution_id, created_at);
create index workitem_events_of_workitem on workitem_events (workitem_id);
