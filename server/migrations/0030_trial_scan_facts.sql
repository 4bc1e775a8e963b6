-- What the tables of the portal show of a study beside its description.
alter table scans
  add column study_date date,
  -- tells people apart within the institution, names nobody
  add column patient_label text;
