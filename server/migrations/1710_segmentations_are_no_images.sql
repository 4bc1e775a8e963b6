-- Segmentations are drawings on images: whoever counts images leaves them out (docs/decisions/0349). By an index, because a
-- header is read only to find out what an instance is.
create index instances_segmentations on instances (study_id)
  where header ->> 'sopClassUid' = '1.2.840.10008.5.1.4.1.1.66.4';
create view case_segmentations as
  select i.id, s.case_id
  from instances i join studies s on s.id = i.study_id
  where s.case_id is not null and i.header ->> 'sopClassUid' = '1.2.840.10008.5.1.4.1.1.66.4';
