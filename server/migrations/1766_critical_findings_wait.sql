-- Since when a critical finding waits to be acknowledged. Another mark starts a new acknowledgement, not a new hour.
alter table critical_findings add column waiting_since timestamptz;
update critical_findings set waiting_since = marked_at;
alter table critical_findings alter column waiting_since set not null;
