-- A search of an institution's systems for a study or a day read studies from the newest back, more of them with every study
-- that came later. It finds them by these indexes instead (docs/decisions/0324).
create index studies_uid on studies (study_instance_uid) where study_instance_uid is not null;
create index studies_of_day on studies (study_date) where study_instance_uid is not null;
