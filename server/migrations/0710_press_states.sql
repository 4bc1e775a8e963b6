-- is_published: a release that leaves the page is kept, one that is not ready can be kept
-- changed_at: what the feed calls "updated" (RFC 4287, 4.2.15)
alter table press_releases
  add column is_published boolean not null default true,
  add column changed_at timestamptz not null default now();
update press_releases set changed_at = created_at;
-- the end that was planned when it was announced; ended_at is when somebody ended it
alter table announcements add column ends_at timestamptz;
