-- What a sender confirmed before sending: images that name several people are all of one. How many, never whom.
create table person_declarations (
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  named_people integer not null check (named_people >= 2),
  declared_at timestamptz not null
);
create index person_declarations_case on person_declarations (case_id, declared_at);

-- Said with each file, so that it holds when another device hands the files in.
alter table uploads
  add column named_people integer check (named_people >= 2);
