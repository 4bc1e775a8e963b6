-- What radiologists ask and answer each other about a case. It goes with the case and leaves the reading room in no form
-- (docs/decisions/0233).
create table notes (
  id uuid primary key,
  case_id uuid not null references cases (id),
  -- The question that it belongs to; null: it is one.
  question_id uuid references notes (id),
  author_id uuid not null references staff (id),
  author_name text not null,
  -- Whom it asks, or tells.
  to_id uuid not null references staff (id),
  to_name text not null,
  text text not null,
  created_at timestamptz not null,
  -- By the one whom it is for.
  read_at timestamptz,
  -- Of a question: when a colleague answered it first.
  answered_at timestamptz,
  check (author_id <> to_id),
  check (question_id is null or answered_at is null)
);
create index notes_case on notes (case_id, created_at);
create index notes_question on notes (question_id) where question_id is not null;
create index notes_waiting on notes (to_id) where answered_at is null and (question_id is null or read_at is null);

-- What was written stays as it was written.
create function refuse_change_of_note() returns trigger language plpgsql as $$
begin
  if (old.case_id, old.question_id, old.author_id, old.author_name, old.to_id, old.to_name, old.text, old.created_at)
    is distinct from (new.case_id, new.question_id, new.author_id, new.author_name, new.to_id, new.to_name, new.text, new.created_at)
  then
    raise exception 'a note stays as it was written';
  end if;
  return new;
end $$;
create trigger notes_kept before update on notes for each row execute function refuse_change_of_note();

-- Published read model for the worklist: whom a case has questions for that nobody has answered, or answers that they have
-- not read.
create view case_notes_waiting as
  select case_id, to_id as staff_id, count(*)::int as waiting
  from notes
  where answered_at is null and (question_id is null or read_at is null)
  group by case_id, to_id;
