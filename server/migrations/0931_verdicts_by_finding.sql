-- A verdict is about a finding, known by its id, not by its place in a list: another order changes nothing of it.
-- What a verdict of before points at gets its row and its id here; its words come when the run is frozen.
insert into findings (id, analysis_id, position, kind, code_system, code, severity, params)
select gen_random_uuid(), said.analysis_id, said.position, said.kind, 'urn:duai:algorithm:' || said.algorithm_id,
  said.told ->> 'code', said.told ->> 'severity', coalesce(said.told -> 'params', '{}')
from (
  select analyses.id as analysis_id, analyses.algorithm_id, sentence.ordinality - 1 as position, sentence.value as told,
    case
      when analyses.result ->> 'outcome' <> 'evaluated' then 'reason'
      when sentence.ordinality <= jsonb_array_length(analyses.result -> 'findings') then 'finding'
      else 'limitation'
    end as kind
  from analyses
  cross join lateral jsonb_array_elements(
    case analyses.result ->> 'outcome'
      when 'evaluated' then (analyses.result -> 'findings') || (analyses.result -> 'limitations')
      else analyses.result -> 'reasons'
    end) with ordinality as sentence (value, ordinality)
  where analyses.result is not null
) said
where exists (
  select from proof_verdicts where proof_verdicts.analysis_id = said.analysis_id and proof_verdicts.position = said.position
);

alter table proof_verdicts add column finding_id uuid references findings (id) on delete cascade;
update proof_verdicts set finding_id = findings.id
from findings
where findings.analysis_id = proof_verdicts.analysis_id and findings.position = proof_verdicts.position;
-- Nobody can see a verdict about a place that its result does not have.
delete from proof_verdicts where analysis_id is not null and finding_id is null;

drop index proof_verdicts_once;
drop index proof_verdicts_analysis_id;
alter table proof_verdicts drop constraint proof_verdicts_finding, drop column analysis_id, drop column position;
create unique index proof_verdicts_once on proof_verdicts (scan_id, algorithm_id, code, question_id, finding_id) nulls not distinct;
-- Verdicts go with the finding that they are about.
create index proof_verdicts_finding_id on proof_verdicts (finding_id) where finding_id is not null;
