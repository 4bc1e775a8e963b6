-- A mail that is sent only if its SMS keeps failing. Those that went out before are not known any more.
alter table outbox add column is_in_place_of_sms boolean not null default false;
update outbox set is_in_place_of_sms = true where status = 'standby';
