-- What the health page showed, every five minutes; kept for a week (docs/decisions/0247).
create table health_samples (
  at timestamptz primary key,
  jobs_waiting integer not null,
  jobs_active integer not null,
  jobs_dead integer not null,
  messages_pending integer not null,
  messages_failed integer not null,
  files_damaged integer not null,
  parts_failing integer not null,
  database_ms integer not null
);
