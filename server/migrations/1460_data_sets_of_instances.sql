-- The data set of an instance of an institution as DICOM JSON (PS3.18 annex F), deflated, without its large values: made when
-- the image is ingested, or when it is first asked for. It is a copy: the stored file says the same
-- (docs/decisions/0291-metadata-are-made-once.md).
create table instance_data_sets (
  instance_id uuid primary key references instances (id) on delete cascade,
  -- Of the program that made it; a row of another version is made anew.
  version smallint not null,
  deflated bytea not null
);
-- Deflated already.
alter table instance_data_sets alter column deflated set storage external;
