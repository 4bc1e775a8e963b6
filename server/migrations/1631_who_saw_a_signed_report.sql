-- As before, but a second read that is asked for after the signature closes the report only to those who could still read it
-- blinded: the patient has the report, and who knows it answers questions about it. The rule is that of `isBlinded`.
create or replace view case_ai_withheld as
  select c.id as case_id, s.id as staff_id
  from cases c cross join staff s
  where (c.status <> 'completed'
      and (s.read_first or (select read_first_for_all from reading_rules))
      and not exists (
        select from preliminary_reads p where p.case_id = c.id and p.staff_id = s.id and p.submission = c.submission))
    or exists (
      select from second_reads r
      where r.case_id = c.id and r.submission = c.submission and r.state in ('waiting', 'reading') and r.first_reader <> s.id
        and not (r.reason = 'after-signature' and exists (
          select from opinions_seen o where o.case_id = c.id and o.staff_id = s.id and o.submission = c.submission)));
