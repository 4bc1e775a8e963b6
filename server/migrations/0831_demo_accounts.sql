-- Accounts that demo mode made, whose passwords were printed: production disables them, elsewhere they answer on this
-- machine only. The addresses below are those that demo mode has used so far (RFC 2606: .example belongs to nobody).
alter table patients add column is_demo boolean not null default false;
alter table institution_users add column is_demo boolean not null default false;
alter table staff add column is_demo boolean not null default false;

update patients set is_demo = true where email = 'patient@duai.example';
update staff set is_demo = true where email in ('radiologist@duai.example', 'operator@duai.example');
update institution_users set is_demo = true
  where username = 'sample-admin' and institution_id in (select id from institutions where is_sample);
