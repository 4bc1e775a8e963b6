-- A claim ends when its holder is away or has not worked on the case for so long.
alter table cases add column claim_active_at timestamptz;
update cases set claim_active_at = now() where claimed_by is not null;
alter table assignment_rules add column claim_idle_hours integer not null default 4 check (claim_idle_hours between 1 and 72);

-- What a report said before: a row for each sitting of an editor. The first is the draft that was there before anybody wrote.
create table report_versions (
  report_id uuid not null references reports (id),
  number integer not null check (number > 0),
  language text not null check (language in ('tr', 'en')),
  content jsonb not null,
  -- Null: the draft of the machine.
  edited_by uuid references staff (id),
  edited_by_name text,
  began_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (report_id, number)
);
