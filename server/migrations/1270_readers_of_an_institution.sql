-- Readers of an institution open its studies and give verdicts, each their own (docs/decisions/0226).
alter table institution_users drop constraint institution_users_role_check,
  add constraint institution_users_role_check check (role in ('admin', 'reader', 'member'));
alter table link_tokens drop constraint link_tokens_role_check,
  add constraint link_tokens_role_check check (role in ('admin', 'reader', 'member'));
alter table identity_providers add column reader_groups text[] not null default '{}';
alter table identity_providers alter column reader_groups drop default;

drop index proof_verdicts_once;
create unique index proof_verdicts_once on proof_verdicts (scan_id, algorithm_id, code, question_id, finding_id, given_by) nulls not distinct;
