-- Which frames of an image a radiologist had on the screen, in each submission of its case; from 0.
create table slices_seen (
  instance_id uuid not null references instances (id) on delete cascade,
  staff_id uuid not null references staff (id),
  submission integer not null,
  frames int4multirange not null,
  primary key (instance_id, staff_id, submission)
);
