-- Results are frozen when they are made (docs/decisions/0084). What a run told is stored with it, word by word, in every
-- language: another version of its algorithm changes nothing of it.
alter table analyses
  -- what the algorithm was called: a text by language
  add column title jsonb,
  -- `reason` in words: a text by language
  add column reason_wording jsonb,
  -- of-the-run: worded when the run ended; frozen-later: by the software of that day
  add column wording text check (wording in ('of-the-run', 'frozen-later')),
  add column frozen_at timestamptz,
  add constraint analyses_frozen_whole check (
    (frozen_at is null) = (wording is null)
    and (frozen_at is null or status not in ('planned', 'running'))
    and (frozen_at is null or title is not null)
    and (frozen_at is null or (reason is null) = (reason_wording is null)));
-- Runs from before, until the job has frozen them.
create index analyses_not_frozen on analyses (id) where frozen_at is null and status not in ('planned', 'running');

-- Everything that a run tells, one row each. Verdicts refer to these rows.
create table findings (
  id uuid primary key,
  analysis_id uuid not null references analyses (id) on delete cascade,
  -- order in which they are shown, from 0
  position integer not null check (position >= 0),
  kind text not null check (kind in ('finding', 'limitation', 'reason', 'measurement')),
  -- URI; an algorithm's own codes are `urn:duai:algorithm:ID`
  code_system text not null,
  code text not null,
  severity text check (severity in ('info', 'notice', 'important')),
  params jsonb not null default '{}',
  value double precision,
  -- UCUM
  unit text,
  -- the sentence, of a measurement its name: a text by language. Null only until a run from before is frozen.
  wording jsonb,
  -- the image that shows it best: { sopInstanceUid, frame }
  place jsonb,
  is_in_draft boolean not null default false,
  is_in_impression boolean not null default false,
  unique (analysis_id, position),
  check ((kind = 'measurement') = (value is not null and unit is not null)),
  check ((kind = 'finding') or (severity is null and place is null and not is_in_draft and not is_in_impression))
);

-- Whoever changes a result that is there changes what was told.
create function refuse_change_of_result() returns trigger language plpgsql as $$
begin
  if old.frozen_at is not null then
    raise exception 'analysis % is frozen and cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.status not in ('planned', 'running') and row(old.algorithm_id, old.algorithm_version, old.status, old.reason, old.result, old.parameters)
    is distinct from row(new.algorithm_id, new.algorithm_version, new.status, new.reason, new.result, new.parameters) then
    raise exception 'analysis % has a result that cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger analyses_frozen before update on analyses for each row execute function refuse_change_of_result();

-- Findings of a frozen run stay as they are. They go with their run, and with the account of their patient.
create function refuse_change_of_finding() returns trigger language plpgsql as $$
declare
  touched uuid := case when tg_op = 'INSERT' then new.analysis_id else old.analysis_id end;
begin
  if exists (select from analyses where id = touched and frozen_at is not null) and not (tg_op = 'DELETE' and is_erasing()) then
    raise exception 'a finding of analysis % is frozen and cannot be changed', touched using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger findings_frozen before insert or update or delete on findings
  for each row execute function refuse_change_of_finding();
