-- Pictures (PNG) of the secondary captures that a maker's box sent (docs/decisions/0340). They go with their run.
create table vendor_pictures (
  id uuid primary key,
  analysis_id uuid not null references vendor_requests (analysis_id) on delete cascade,
  -- The answer that it is a frame of, from 0.
  sop_instance_uid text not null,
  frame integer not null,
  png bytea not null,
  unique (analysis_id, sop_instance_uid, frame)
);
