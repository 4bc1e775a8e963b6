-- What the sender of a study stated at the upload: the age of the person at the examination, in completed years (0: under
-- one). Null where nothing was stated. Headers take precedence.
alter table scans add column stated_age_years smallint check (stated_age_years between 0 and 120);
create or replace view scan_submissions as select id as scan_id, submission, stated_age_years from scans;
