-- when the last try of a failed message was; null for those that failed before
alter table outbox add column failed_at timestamptz;
