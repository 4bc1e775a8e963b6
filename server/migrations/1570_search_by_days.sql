-- A search for days and a modality read an institution's studies from the newest back until it had enough: the further back
-- the days, the more. It finds them by their days instead (docs/decisions/0336). The institution of a scan never changes.
alter table studies add column scan_institution_id uuid;
update studies s set scan_institution_id = c.institution_id from scans c where c.id = s.scan_id;

create function study_institution() returns trigger language plpgsql as $$
begin
  new.scan_institution_id := (select c.institution_id from scans c where c.id = new.scan_id);
  return new;
end $$;
create trigger studies_institution before insert on studies
  for each row when (new.scan_id is not null) execute function study_institution();

create index studies_of_institution_by_day on studies (scan_institution_id, study_date desc nulls last, id desc)
  where study_instance_uid is not null;
drop index studies_of_day;

create or replace view institution_studies as
  select c.institution_id, c.id as scan_id, c.created_at, s.id as study_id, s.study_instance_uid, s.study_date, s.description,
    s.scan_institution_id as days_of
  from scans c join studies s on s.scan_id = c.id
  where c.billing <> 'sample' and s.study_instance_uid is not null;
