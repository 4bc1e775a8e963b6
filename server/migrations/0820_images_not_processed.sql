-- An image whose decoding process died is not damaged: it stays 'received', is tried again, and after several tries waits
-- for an operator (stalled_at), who runs the job again or goes on without the image (set_aside_at).
alter table instances
  add column failed_tries integer not null default 0,
  add column stalled_at timestamptz,
  add column set_aside_at timestamptz;

-- The patient is told of images that could not be read: the code of contract/src/image-problems.ts, null where all is well.
create or replace view case_images as
  select i.id, s.case_id, i.original_name, i.kind = 'dicom' as is_dicom, i.preview_sha256 is not null as has_preview, i.received_at,
    case
      when i.state = 'refused' then coalesce(i.refusal_code, 'NOT_READABLE')
      when i.set_aside_at is not null then 'SET_ASIDE'
      when i.stalled_at is not null and i.state = 'received' then 'NOT_PROCESSED_YET'
    end as problem_code
  from instances i join studies s on s.id = i.study_id
  where s.case_id is not null;
