-- Published read model: whose work the images of a case or scan are, and how urgent (2 first). The queue gives accounts their
-- turns by it.
create view study_turns as
  select id as case_id, null::uuid as scan_id, patient_id as account_id,
    case urgency when 'urgent' then 2 when 'semi-urgent' then 1 else 0 end as rank
  from cases
  union all
  select null, id, institution_id, 0 from scans;
