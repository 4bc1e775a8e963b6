-- Grayscale presentation states (docs/decisions/0300): DICOM instances without pixels, beside the images that they are about.
alter table instances add column is_presentation boolean not null default false;
create index instances_presentations on instances (study_id) where is_presentation;

-- They are no images: the list of a patient's images leaves them out.
create or replace view case_images as
  select i.id, s.case_id, i.original_name, i.kind = 'dicom' as is_dicom, i.preview_sha256 is not null as has_preview, i.received_at,
    case
      when i.state = 'refused' then coalesce(i.refusal_code, 'NOT_READABLE')
      when i.set_aside_at is not null then 'SET_ASIDE'
      when i.stalled_at is not null and i.state = 'received' then 'NOT_PROCESSED_YET'
    end as problem_code
  from instances i join studies s on s.id = i.study_id
  where s.case_id is not null and not i.is_presentation;
