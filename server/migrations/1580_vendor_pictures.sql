-- Pictures (PNG) of the secondary captures that a maker's box sent (docs/decisions/0340). They go with their run.
create table vendor_pictures (
  id uuid primary key,
  analysis_id uuid not null,
  sop_instance_uid text not null,
  -- Of the capture, from 0.
  frame integer not null,
  png bytea not null,
  foreign key (analysis_id, sop_instance_uid) references vendor_answers (analysis_id, sop_instance_uid) on delete cascade,
  unique (analysis_id, sop_instance_uid, frame)
);
