-- Scans that were settled before migration 0870 get what their headers name, so that no figure reads a header for them.
update scans set patient_sex = first.header ->> 'patientSex',
  patient_age_years = (first.header ->> 'patientAgeYears')::double precision,
  device = coalesce(nullif(concat_ws(' ', nullif(first.header ->> 'manufacturer', ''),
    nullif(first.header ->> 'manufacturerModelName', '')), ''), 'unknown')
from (
  select settled.id, (
    select instances.header from instances join studies on studies.id = instances.study_id
    where studies.scan_id = settled.id and instances.header is not null
    order by studies.created_at, studies.id, instances.position nulls last, instances.instance_number nulls last,
      instances.original_name
    limit 1) as header
  from scans settled where settled.status <> 'processing' and settled.billing <> 'sample'
) first
where first.id = scans.id;
