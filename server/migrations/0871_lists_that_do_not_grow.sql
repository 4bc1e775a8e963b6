-- Lists and searches cost the same on a hundred thousand studies as on twenty thousand (docs/decisions/0073).

-- Studies of an institution in every order that the table offers. A column that may be empty needs one index for each
-- direction, for empty ones come last in both.
create index scans_newest on scans (institution_id, created_at desc, id desc);
drop index scans_institution;
create index scans_by_study_date on scans (institution_id, study_date, created_at desc, id desc);
create index scans_by_study_date_down on scans (institution_id, study_date desc nulls last, created_at desc, id desc);
create index scans_by_description on scans (institution_id, study_description, created_at desc, id desc);
create index scans_by_description_down on scans (institution_id, study_description desc nulls last, created_at desc, id desc);
create index scans_by_modality on scans (institution_id, modality, created_at desc, id desc);
create index scans_by_modality_down on scans (institution_id, modality desc nulls last, created_at desc, id desc);
create index scans_by_status on scans (institution_id, status, created_at desc, id desc);
create index scans_by_status_down on scans (institution_id, status desc, created_at desc, id desc);

-- Words anywhere in what a row shows. One text, so that one index of trigrams finds them; a word never goes over a line.
create extension if not exists pg_trgm;
alter table scans add column search_text text not null default '';
create function note_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := concat_ws(e'\n', new.study_description, new.body_part, new.patient_label, new.modality,
    new.study_instance_uid, array_to_string(new.findings, e'\n'));
  return new;
end $$;
create trigger scans_search_text before insert or update on scans for each row execute function note_search_text();
update scans set search_text = '';
create index scans_search on scans using gin (search_text gin_trgm_ops);

-- The audit trail by kind, newest first, and what was refused.
create index audit_events_realm_newest on audit_events (actor_realm, sequence);
create index audit_events_type_newest on audit_events (subject_type, sequence);
create index audit_events_action_newest on audit_events (action, sequence);
drop index audit_events_action;
create index audit_events_refused on audit_events (sequence) where outcome = 'refused';

-- The worklist.
create index cases_not_completed on cases (due_at, uploaded_at desc) where status <> 'completed';
create index question_entries_unread on question_entries (case_id) where author = 'patient' and read_at is null;

-- Published read model: which cases have questions that no radiologist has read.
create view case_questions_unread as
  select case_id, count(*)::int as unread from question_entries where author = 'patient' and read_at is null group by case_id;

-- As before, looked up for the cases that are asked for and never worked out for all.
create or replace view case_attention as
  select c.id as case_id, questions.unread as unread_questions, coalesce(report.is_unread, false) as is_report_unread
  from cases c
  cross join lateral (
    select count(*)::int as unread from question_entries q
    where q.case_id = c.id and q.author = 'patient' and q.read_at is null
  ) questions
  left join lateral (
    select not exists (
      select 1 from report_receipts t
      where t.report_id = r.id and t.edition = (select count(*) from report_addenda a where a.report_id = r.id) offset 0
    ) as is_unread
    from reports r where r.case_id = c.id and r.status = 'signed' offset 0
  ) report on true;

-- Whether a hash was issued.
create index reports_content_sha256 on reports (content_sha256) where content_sha256 is not null;

-- The ledger summed by day (UTC), kept by the database: a statement of years reads some hundred rows.
create table scan_charge_days (
  institution_id uuid not null,
  day date not null,
  billing text not null,
  status text not null,
  scans integer not null,
  primary key (institution_id, day, billing, status)
);
create function sum_scan_charges() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update scan_charge_days d set scans = d.scans - gone.scans
    from (select institution_id, (accepted_at at time zone 'UTC')::date as day, billing, status, count(*) as scans
      from before group by 1, 2, 3, 4) gone
    where d.institution_id = gone.institution_id and d.day = gone.day and d.billing = gone.billing and d.status = gone.status;
  end if;
  if tg_op <> 'DELETE' then
    insert into scan_charge_days (institution_id, day, billing, status, scans)
    select institution_id, (accepted_at at time zone 'UTC')::date, billing, status, count(*)
    from after group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_id, day, billing, status) do update set scans = scan_charge_days.scans + excluded.scans;
  end if;
  return null;
end $$;
create trigger scan_charges_added after insert on scan_charges referencing new table as after
  for each statement execute function sum_scan_charges();
create trigger scan_charges_changed after update on scan_charges referencing old table as before new table as after
  for each statement execute function sum_scan_charges();
create trigger scan_charges_removed after delete on scan_charges referencing old table as before
  for each statement execute function sum_scan_charges();
insert into scan_charge_days (institution_id, day, billing, status, scans)
  select institution_id, (accepted_at at time zone 'UTC')::date, billing, status, count(*) from scan_charges group by 1, 2, 3, 4;
