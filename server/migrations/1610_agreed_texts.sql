-- An agreement or a decision stands for the text that was compared (docs/decisions/0342). `confirmed` is another text that the
-- reader or the adjudicator agreed to later.
alter table second_reads
  add column compared jsonb,
  add column confirmed jsonb,
  add column confirmation_asked_at timestamptz;

-- Of earlier second reads only findings and impression were kept: the other parts count as they stand now.
update second_reads s
set compared = (r.content - 'plainSummary' - 'keyImages')
  || jsonb_build_object('findings', s.first_findings, 'impression', s.first_impression)
from reports r where r.case_id = s.case_id;
alter table second_reads alter column compared set not null;

create function refuse_change_of_compared_text() returns trigger language plpgsql as $$
begin
  raise exception 'the text that was compared stays as it was';
end $$;
create trigger second_reads_compared_kept before update on second_reads
  for each row when (old.compared is distinct from new.compared)
  execute function refuse_change_of_compared_text();

create index second_reads_to_confirm on second_reads (case_id) where confirmation_asked_at is not null;

-- As before, and to confirm a changed text: by who agreed or decided, unless the same radiologist has the case now and would sign.
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
        when r.state = 'adjudication' then case when s.id <> r.reader then 'may-adjudicate' end
      end as task
    from second_reads r
    join cases c on c.id = r.case_id and c.submission = r.submission
    join staff s on s.role = 'radiologist'
    where r.state <> 'closed' or r.confirmation_asked_at is not null) asked
  where task is not null;
