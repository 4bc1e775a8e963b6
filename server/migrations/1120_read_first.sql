-- Read first: AI is withheld from a reader until their preliminary read of the images is saved.
alter table staff add column read_first boolean not null default false;

-- Rules of the whole house: one row.
create table reading_rules (
  id boolean primary key default true check (id),
  read_first_for_all boolean not null default false
);
insert into reading_rules default values;

-- What a reader wrote of one submission before the rest was known; only staff sees it, and it stays as it was saved.
create table preliminary_reads (
  id uuid primary key,
  case_id uuid not null references cases (id),
  staff_id uuid not null references staff (id),
  staff_name text not null,
  submission integer not null,
  language text not null check (language in ('tr', 'en')),
  content jsonb not null,
  saved_at timestamptz not null,
  unique (case_id, staff_id, submission)
);
create trigger preliminary_reads_frozen before update or delete on preliminary_reads
  for each row execute function refuse_change();
