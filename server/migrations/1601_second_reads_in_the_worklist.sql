-- Published read model for the worklist: what a second read asks of each radiologist. The rules are those of `roleOf`
-- (docs/decisions/0192); a second read of earlier images asks nothing.
drop view case_second_reads;
create view case_second_read_tasks as
  select * from (
    select r.case_id, s.id as staff_id, case
        when r.state = 'addendum-due' then case when s.id = r.first_reader then 'addendum-due' end
        when s.id = r.first_reader then 'waiting'
        when r.state = 'waiting' then case when not exists (
          select from opinions_seen o
          where o.case_id = r.case_id and o.staff_id = s.id and o.submission = r.submission) then 'may-read' end
        when r.state in ('reading', 'comparing') then case when s.id = r.reader then 'reading' end
        when r.state = 'adjudication' then case when s.id <> r.reader then 'may-adjudicate' end
      end as task
    from second_reads r
    join cases c on c.id = r.case_id and c.submission = r.submission
    join staff s on s.role = 'radiologist'
    where r.state <> 'closed') asked
  where task is not null;
