-- Segmentations are drawings on images: whoever counts images leaves them out (docs/decisions/0349).
create or replace view case_images as
  select i.id, s.case_id, i.original_name, i.kind = 'dicom' as is_dicom, i.preview_sha256 is not null as has_preview, i.received_at,
    case
      when i.state = 'refused' then coalesce(i.refusal_code, 'NOT_READABLE')
      when i.set_aside_at is not null then 'SET_ASIDE'
      when i.stalled_at is not null and i.state = 'received' then 'NOT_PROCESSED_YET'
    end as problem_code,
    coalesce(i.header ->> 'sopClassUid', '') = '1.2.840.10008.5.1.4.1.1.66.4' as is_segmentation
  from instances i join studies s on s.id = i.study_id
  where s.case_id is not null and not i.is_presentation;
