-- What a reader outlined for an algorithm to measure; null for a run that was planned for the whole series. A series is
-- run once by each algorithm in a submission, and measured as often as a reader wishes.
alter table analyses add column region jsonb;
alter table analyses drop constraint analyses_series_id_algorithm_id_submission_key;
create unique index analyses_planned_once on analyses (series_id, algorithm_id, submission) where region is null;
create index analyses_of_series on analyses (series_id);
