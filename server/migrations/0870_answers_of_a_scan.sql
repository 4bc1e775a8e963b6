-- What the algorithms answered in the newest submission of a scan, one narrow row for each thing that a question can be
-- about: figures over a hundred thousand studies are counted here, and no result is read (docs/decisions/0071).
create table scan_answers (
  institution_id uuid not null,
  algorithm_id text not null,
  -- run: it evaluated a series (code ''); finding: it saw this; measurement: it measured this
  kind text not null check (kind in ('run', 'finding', 'measurement')),
  code text not null,
  scan_id uuid not null references scans (id) on delete cascade,
  -- of several series the lowest and the highest value
  low double precision,
  high double precision,
  unit text,
  primary key (institution_id, algorithm_id, kind, code, scan_id) include (low, high)
);
create index scan_answers_scan on scan_answers (scan_id);

-- Whatever writes a result, its answers follow in the same transaction.
create function note_scan_answers() returns trigger language plpgsql as $$
begin
  -- A new submission waits until these results are seen, or these wait and see that they are no longer the newest.
  perform 1 from fresh
    join studies on studies.id = fresh.study_id
    join scans on scans.id = studies.scan_id
    where fresh.told is not null for share of scans;
  insert into scan_answers (institution_id, algorithm_id, kind, code, scan_id, low, high, unit)
  select scans.institution_id, fresh.algorithm_id, said.kind, said.code, scans.id, min(said.value), max(said.value), min(said.unit)
  from fresh
  join studies on studies.id = fresh.study_id
  join scans on scans.id = studies.scan_id and scans.submission = fresh.submission
  cross join lateral (
    select 'run' as kind, '' as code, null::double precision as value, null::text as unit
    union all
    select 'finding', finding ->> 'code', null, null from jsonb_array_elements(fresh.told -> 'findings') finding
    union all
    select 'measurement', measured ->> 'code', (measured ->> 'value')::double precision, measured ->> 'unit'
    from jsonb_array_elements(fresh.told -> 'measurements') measured
  ) said
  where fresh.told ->> 'outcome' = 'evaluated' and scans.billing <> 'sample'
  group by 1, 2, 3, 4, 5
  on conflict (institution_id, algorithm_id, kind, code, scan_id) do update
    set low = least(scan_answers.low, excluded.low), high = greatest(scan_answers.high, excluded.high);
  return null;
end $$;
create trigger scan_answers_of_new after insert on analyses referencing new table as fresh
  for each statement execute function note_scan_answers();
create trigger scan_answers_of_changed after update on analyses referencing new table as fresh
  for each statement execute function note_scan_answers();

-- Whom and which device the headers name, once all images of the submission are read; null before.
alter table scans
  add column patient_sex text,
  add column patient_age_years double precision,
  add column device text;

-- More images came: the answers are about images that were not all there.
create function forget_scan_answers() returns trigger language plpgsql as $$
begin
  delete from scan_answers where scan_id = new.id;
  new.patient_sex := null;
  new.patient_age_years := null;
  new.device := null;
  return new;
end $$;
create trigger scan_answers_of_older before update of submission on scans
  for each row when (old.submission is distinct from new.submission) execute function forget_scan_answers();

-- Ground truth names a study by its UID.
create index scans_uid on scans (institution_id, study_instance_uid) where study_instance_uid is not null;
create index proof_verdicts_question on proof_verdicts (institution_id, algorithm_id, code, question_id);
drop index proof_verdicts_institution_id;

-- What was found so far, by the same words.
insert into scan_answers (institution_id, algorithm_id, kind, code, scan_id, low, high, unit)
select scans.institution_id, analyses.algorithm_id, said.kind, said.code, scans.id, min(said.value), max(said.value), min(said.unit)
from analyses
join studies on studies.id = analyses.study_id
join scans on scans.id = studies.scan_id and scans.submission = analyses.submission
cross join lateral (
  select 'run' as kind, '' as code, null::double precision as value, null::text as unit
  union all
  select 'finding', finding ->> 'code', null, null from jsonb_array_elements(analyses.told -> 'findings') finding
  union all
  select 'measurement', measured ->> 'code', (measured ->> 'value')::double precision, measured ->> 'unit'
  from jsonb_array_elements(analyses.told -> 'measurements') measured
) said
where analyses.told ->> 'outcome' = 'evaluated' and scans.billing <> 'sample'
group by 1, 2, 3, 4, 5;
