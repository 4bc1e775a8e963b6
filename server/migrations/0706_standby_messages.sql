-- standby: the mail that goes out only when the SMS it stands behind keeps failing
alter table outbox
  drop constraint outbox_status_check,
  add constraint outbox_status_check check (status in ('held', 'standby', 'pending', 'sent', 'failed'));
