-- A wrong patient on a study of an institution, corrected (docs/decisions/0286). The files stay as they came; what is
-- in force is the newest row of a study. Rows are never changed: together they are what was told, and by whom.
create table patient_corrections (
  id uuid primary key,
  scan_id uuid not null references scans (id) on delete cascade,
  institution_id uuid not null references institutions (id),
  number integer not null check (number > 0),
  -- what was told before; null: the images named nobody, or several people
  former jsonb,
  -- PN, LO, DA and CS, as DICOM writes them
  name text,
  patient_id text not null,
  birth_date text check (birth_date ~ '^[0-9]{8}$'),
  sex text check (sex in ('M', 'F', 'O')),
  reason text not null,
  corrected_by uuid not null,
  by_realm text not null check (by_realm in ('institution', 'staff')),
  -- as the person was called then
  by_name text not null,
  corrected_at timestamptz not null,
  unique (scan_id, number)
);
create index patient_corrections_institution on patient_corrections (institution_id);
create function refuse_change_of_correction() returns trigger language plpgsql as $$
begin
  raise exception 'a correction is not changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger patient_corrections_stay before update on patient_corrections
  for each row execute function refuse_change_of_correction();

-- Whom the headers of a corrected study name, as they are written: series_identities has what is told, so that every search
-- and every export follows.
create table written_identities (
  id uuid primary key,
  series_id uuid not null references series (id) on delete cascade,
  name text,
  patient_id text,
  birth_date text,
  sex text,
  accession_number text,
  is_removed boolean not null,
  images integer not null,
  unique nulls not distinct (series_id, name, patient_id, birth_date, sex, accession_number, is_removed)
);

-- The correction that was in force when an object or message was made; null: none.
alter table pacs_deliveries add column correction_id uuid;
alter table hl7_messages add column correction_id uuid;
-- The correction for which a result that had left is sent anew, as a delivery or message of its own; null: planned with the
-- results.
alter table pacs_deliveries add column resent_for uuid;
alter table hl7_messages add column resent_for uuid;
alter table pacs_deliveries drop constraint pacs_deliveries_once;
alter table pacs_deliveries drop constraint pacs_deliveries_once_by_web;
create unique index pacs_deliveries_once on pacs_deliveries
  (peer_id, scan_id, submission, object, part, resent_for) nulls not distinct where peer_id is not null;
create unique index pacs_deliveries_once_by_web on pacs_deliveries
  (receiver_id, scan_id, submission, object, part, resent_for) nulls not distinct where receiver_id is not null;
alter table hl7_messages drop constraint hl7_messages_receiver_id_scan_id_submission_key;
alter table hl7_messages add constraint hl7_messages_once
  unique nulls not distinct (receiver_id, scan_id, submission, resent_for);

create view present_corrections as
  select distinct on (scan_id) * from patient_corrections order by scan_id, number desc;

-- What left the house while another patient was told: objects and messages by what was in force when they were made, reads of
-- other systems and downloads by their time.
create view told_with_former_patient as
  select p.scan_id, d.sent_at as at, case when d.receiver_id is null then 'c-store' else 'stow-rs' end as way,
    coalesce(n.name, w.name) as receiver, d.object, 1 as times
  from present_corrections p
  join pacs_deliveries d on d.scan_id = p.scan_id and d.sent_at is not null and d.correction_id is distinct from p.id
  left join pacs_peers n on n.id = d.peer_id
  left join pacs_web_receivers w on w.id = d.receiver_id
  union all
  select p.scan_id, m.accepted_at, 'hl7', r.name, 'message', 1
  from present_corrections p
  join hl7_messages m on m.scan_id = p.scan_id and m.accepted_at is not null and m.correction_id is distinct from p.id
  join hl7_receivers r on r.id = m.receiver_id
  union all
  select p.scan_id, max(e.at), case when e.action = 'pacs.retrieve' then 'retrieve' when e.actor_realm = 'record-system' then 'fhir'
      when e.actor_realm = 'api-key' then 'api' else 'download' end,
    coalesce(n.name, ''), case when e.action in ('pacs.retrieve', 'studies.list') then 'images' else e.action end, count(*)::int
  from present_corrections p
  join audit_events e on e.subject_type = 'scan' and e.subject_id = p.scan_id::text and e.at < p.corrected_at
    and e.outcome = 'ok'
    and (e.action = 'pacs.retrieve' or (e.actor_realm <> 'system' and e.action like 'trial.export-%')
      or (e.actor_realm = 'api-key' and e.action = 'studies.list'))
  left join pacs_peers n on n.id::text = coalesce(e.details ->> 'destinationId', e.details ->> 'peerId')
  group by p.scan_id, 3, 4, 5;
