-- Rows that went are still readable in the files of the database until it is rewritten (docs/decisions/0052). Whether there
-- are any since the last rewrite is written down by whoever erases, in the same transaction.
create table erased_since (at timestamptz not null default now());

create function note_erasing() returns trigger language plpgsql as $$
begin
  insert into erased_since default values;
  return null;
end $$;

create trigger patients_erased after delete on patients execute function note_erasing();
create trigger cases_erased after delete on cases execute function note_erasing();
create trigger scans_erased after delete on scans execute function note_erasing();
create trigger institutions_erased after delete on institutions execute function note_erasing();
create trigger institution_users_erased after delete on institution_users execute function note_erasing();
create trigger outbox_erased after delete on outbox execute function note_erasing();
