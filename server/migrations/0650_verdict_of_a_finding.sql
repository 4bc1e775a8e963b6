-- Two findings of one code are two things to agree or disagree with. A verdict is about one sentence of one analysis
-- (its place in the result, from 0), or as before about an answer to a question: then both columns are null.
alter table proof_verdicts
  add column analysis_id uuid references analyses (id) on delete cascade,
  add column position integer check (position >= 0),
  add constraint proof_verdicts_finding check ((analysis_id is null) = (position is null));

drop index proof_verdicts_once;
create unique index proof_verdicts_once on proof_verdicts
  (scan_id, algorithm_id, code, question_id, analysis_id, position) nulls not distinct;

-- A verdict that was given to a code was given to each of its findings.
with told as (
  select analyses.id, studies.scan_id, analyses.submission, analyses.algorithm_id, sentence.value ->> 'code' as code,
    sentence.ordinality - 1 as position
  from analyses
  join studies on studies.id = analyses.study_id
  cross join lateral jsonb_array_elements(
    case analyses.result ->> 'outcome'
      when 'evaluated' then (analyses.result -> 'findings') || (analyses.result -> 'limitations')
      else analyses.result -> 'reasons'
    end) with ordinality as sentence (value, ordinality)
  where studies.scan_id is not null and analyses.result is not null
), spread as (
  insert into proof_verdicts (id, institution_id, scan_id, submission, algorithm_id, code, verdict, given_by, given_at,
    analysis_id, position)
  select gen_random_uuid(), given.institution_id, given.scan_id, given.submission, given.algorithm_id, given.code,
    given.verdict, given.given_by, given.given_at, told.id, told.position
  from proof_verdicts given
  join told using (scan_id, submission, algorithm_id, code)
  where given.question_id is null
  returning scan_id, submission, algorithm_id, code
)
delete from proof_verdicts given using spread
where given.question_id is null and given.analysis_id is null and given.scan_id = spread.scan_id
  and given.submission = spread.submission and given.algorithm_id = spread.algorithm_id and given.code = spread.code;
