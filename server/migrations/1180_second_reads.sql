-- A second reader, blinded: who asked, what the first reader had written, what the second one wrote, and who decided.
alter table reading_rules add column second_read_percent integer not null default 0
  check (second_read_percent between 0 and 100);

create table second_reads (
  id uuid primary key,
  case_id uuid not null references cases (id),
  submission integer not null,
  reason text not null check (reason in ('request', 'major-difference', 'sample', 'after-signature')),
  state text not null check (state in ('waiting', 'reading', 'comparing', 'adjudication', 'addendum-due', 'closed')),
  -- The first opinion as it was when the second one was asked for.
  first_reader uuid not null references staff (id),
  first_reader_name text not null,
  first_language text not null check (first_language in ('tr', 'en')),
  first_findings text not null,
  first_impression text not null,
  asked_at timestamptz not null,
  reader uuid references staff (id),
  reader_name text,
  taken_at timestamptz,
  language text check (language in ('tr', 'en')),
  findings text,
  impression text,
  read_at timestamptz,
  agreement text check (agreement in ('concordant', 'minor-difference', 'major-difference')),
  adjudicator uuid references staff (id),
  adjudicator_name text,
  decision text check (decision in ('first', 'second', 'both')),
  adjudication text,
  decided_at timestamptz,
  closed_at timestamptz,
  check (reader is distinct from first_reader),
  check (adjudicator is distinct from first_reader and (adjudicator is null or adjudicator is distinct from reader))
);
create index second_reads_case on second_reads (case_id, asked_at);
create unique index second_reads_one_open on second_reads (case_id) where state <> 'closed';

-- What a reader wrote stays as it was saved; so does the opinion that it is held against.
create function refuse_change_of_second_read() returns trigger language plpgsql as $$
begin
  if old.first_findings is distinct from new.first_findings
    or old.first_impression is distinct from new.first_impression
    or (old.read_at is not null and (old.findings is distinct from new.findings
      or old.impression is distinct from new.impression or old.reader is distinct from new.reader))
    or (old.agreement is not null and old.agreement is distinct from new.agreement)
    or (old.decided_at is not null and (old.decision is distinct from new.decision
      or old.adjudication is distinct from new.adjudication)) then
    raise exception 'a second read stays as it was saved';
  end if;
  return new;
end $$;
create trigger second_reads_kept before update on second_reads
  for each row execute function refuse_change_of_second_read();

-- Published read model for the worklist: cases that wait for a second reader or for an adjudicator.
create view case_second_reads as
  select case_id, state, first_reader, reader from second_reads where state in ('waiting', 'reading', 'adjudication');

-- Who has seen AI results or the report of which images: nobody of them reads these images blinded.
create table opinions_seen (
  case_id uuid not null references cases (id),
  staff_id uuid not null references staff (id),
  submission integer not null,
  seen_at timestamptz not null,
  primary key (case_id, staff_id, submission)
);
