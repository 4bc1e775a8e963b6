-- The due time for which radiologists were told that a case is late, and operators that nobody has claimed it: once for
-- each due time, whatever happens to the case and however often the job runs.
alter table cases add column late_told_for timestamptz, add column unclaimed_told_for timestamptz;
create index cases_in_review on cases (due_at) where status = 'processing';

-- In which mails to staff are written: that of the page on which they last signed in.
alter table staff add column language text not null default 'en' check (language in ('tr', 'en', 'ar'));
