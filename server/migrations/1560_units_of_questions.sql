-- A threshold is told with its unit: a question keeps that of its measurement.
update proof_questions q
set positive_when = positive_when || jsonb_build_object('unit', told.unit)
from (
  select distinct on (institution_id, algorithm_id, code) institution_id, algorithm_id, code, unit
  from scan_answers
  where kind = 'measurement' and unit is not null
  order by institution_id, algorithm_id, code, scan_id
) told
where q.positive_when ->> 'kind' = 'measurement'
  and told.institution_id = q.institution_id
  and told.algorithm_id = q.algorithm_id
  and told.code = q.positive_when ->> 'code';
