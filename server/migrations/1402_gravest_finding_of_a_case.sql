-- The gravest finding of AI on the images of a case, kept when a run ends: the worklist sorts all open cases by it
-- (docs/decisions/0261). Results never change once they are there, so within a submission it only gets graver.
create table case_flags (
  case_id uuid primary key references cases (id) on delete cascade,
  submission integer not null,
  -- 0 clear, 1 notice, 2 important
  severity smallint not null check (severity between 0 and 2)
);

create function keep_case_flags(runs uuid[]) returns void language sql as $$
  insert into case_flags (case_id, submission, severity)
  select c.id, c.submission, max(case f.severity when 'important' then 2 when 'notice' then 1 else 0 end)
  from analyses a
  join studies s on s.id = a.study_id
  join cases c on c.id = s.case_id and c.submission = a.submission
  left join findings f on f.analysis_id = a.id
  where a.id = any(runs) and a.status = 'evaluated'
  group by c.id
  on conflict (case_id) do update set
    severity = case when case_flags.submission = excluded.submission
      then greatest(case_flags.severity, excluded.severity) else excluded.severity end,
    submission = excluded.submission
$$;

create function keep_flags_of_runs() returns trigger language plpgsql as $$
begin
  perform keep_case_flags(array(select id from fresh where status = 'evaluated'));
  return null;
end $$;
create trigger case_flags_of_new after insert on analyses referencing new table as fresh
  for each statement execute function keep_flags_of_runs();
create trigger case_flags_of_changed after update on analyses referencing new table as fresh
  for each statement execute function keep_flags_of_runs();

create function keep_flags_of_findings() returns trigger language plpgsql as $$
begin
  perform keep_case_flags(array(select distinct analysis_id from fresh));
  return null;
end $$;
create trigger case_flags_of_findings after insert on findings referencing new table as fresh
  for each statement execute function keep_flags_of_findings();

select keep_case_flags(array(select id from analyses where status = 'evaluated'));

-- Published read model for the worklist, as before: a case of which no run on its present images has ended is not in it.
create or replace view case_ai_flags as
  select c.id as case_id, case f.severity when 2 then 'important' when 1 then 'notice' else 'clear' end as flag
  from case_flags f join cases c on c.id = f.case_id and c.submission = f.submission;
