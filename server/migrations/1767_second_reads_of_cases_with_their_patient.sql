-- As before, but while the patient has the case, nobody is asked to read it: taking it is refused (the rule is that of `goesOn`).
create or replace view case_second_read_tasks as
  select * from (
    select r.case_id, s.id as staff_id, case
        when r.state = 'closed' then case
          when s.id = c.claimed_by then 'waiting'
          when s.id = coalesce(r.adjudicator, r.reader) then 'may-confirm' end
        when r.state = 'addendum-due' then case when s.id = r.first_reader then 'addendum-due' end
        when s.id = r.first_reader then 'waiting'
        when r.state = 'waiting' then case when not exists (
          select from opinions_seen o
          where o.case_id = r.case_id and o.staff_id = s.id and o.submission = r.submission) then 'may-read' end
        when r.state in ('reading', 'comparing') then case when s.id = r.reader then 'reading' end
        when r.state = 'adjudication' then case when s.id <> r.reader and (
          (select read_first_for_all from reading_rules)
          or not exists (select from case_ai_withheld w where w.case_id = r.case_id and w.staff_id = s.id))
          then 'may-adjudicate' end
      end as task
    from second_reads r
    join cases c on c.id = r.case_id and c.submission = r.submission
      and c.status = case r.reason when 'after-signature' then 'completed' else 'processing' end
    join staff s on s.role = 'radiologist'
    where r.state <> 'closed' or r.confirmation_asked_at is not null) asked
  where task is not null;
