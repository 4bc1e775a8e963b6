-- How a study came, and who sent it; null for studies from before.
alter table scans add column arrived_by text check (arrived_by in ('browser', 'api', 'stow-rs', 'c-store', 'gateway'));
-- The name of the system, as the institution called it when it sent the first image.
alter table scans add column sender text;
-- (0008,0090) of the first image.
alter table scans add column referring_physician text;
create index scans_arrived_by on scans (institution_id, arrived_by, created_at desc, id desc);
