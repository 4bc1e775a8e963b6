-- Text as people look for it: one case, no accents, whatever language the database was made in. Turkish ı and İ are i;
-- letters without a decomposition in Unicode (ø, ł, đ, ß, æ) are written as people type them; Arabic vowel signs go, and
-- alef maksura, teh marbuta and alef wasla (U+0649, U+0629, U+0671) are yeh, heh and alef.
create function folded(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(
    lower(regexp_replace(normalize(value, NFKD), U&'[\0300-\036F\0610-\061A\064B-\065F\0670\0640]', '', 'g') collate "und-x-icu"),
    'ß', 'ss'), 'æ', 'ae'),
  U&'ıøłđðþ\0649\0629\0671', U&'iolddt\064A\0647\0627');

alter table patients add column name_folded text
  generated always as (folded(first_name || ' ' || last_name)) stored;
create index patients_name_folded on patients using gin (name_folded gin_trgm_ops);

-- What a reader looks for in a case itself. The name is that of a relative on the images; the name of the holder of the
-- account is in `patient_names`.
alter table cases add column search_text text generated always as (folded(
  case_number || ' ' || coalesce(subject_first_name || ' ' || subject_last_name, '') || ' ' || coalesce(body_part, '') || ' ' ||
  coalesce(clinical_history, '') || ' ' || coalesce(symptoms, ''))) stored;

-- Published read model for the worklist: names of the holders of accounts, to be looked for.
create view patient_names as select id as patient_id, name_folded from patients;

-- Published read model for the worklist: the gravest finding of AI on the images of a case as they are now. A case of
-- which no run has ended is not in it.
create view case_ai_flags as
  select c.id as case_id,
    case max(case f.severity when 'important' then 2 when 'notice' then 1 else 0 end)
      when 2 then 'important' when 1 then 'notice' else 'clear' end as flag
  from cases c
  join studies s on s.case_id = c.id
  join analyses a on a.study_id = s.id and a.submission = c.submission and a.status = 'evaluated'
  left join findings f on f.analysis_id = a.id
  group by c.id;

-- Published read model for the worklist: from whom AI is kept. The rules are those of `isAiWithheld` and `isBlinded`
-- (docs/decisions/0161 and 0192).
create view case_ai_withheld as
  select c.id as case_id, s.id as staff_id
  from cases c cross join staff s
  where (c.status <> 'completed'
      and (s.read_first or (select read_first_for_all from reading_rules))
      and not exists (
        select from preliminary_reads p where p.case_id = c.id and p.staff_id = s.id and p.submission = c.submission))
    or exists (
      select from second_reads r
      where r.case_id = c.id and r.submission = c.submission and r.state in ('waiting', 'reading') and r.first_reader <> s.id);
