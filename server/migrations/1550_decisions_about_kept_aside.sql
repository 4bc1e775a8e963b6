-- An administrator decides which of two objects under one UID a study has (docs/decisions/0330-an-administrator-decides.md). The
-- row of the quarantine goes with the decision; this one stays for as long as the study, so that a decision that is sent again
-- is known as the one that was made.
create table pacs_decisions (
  quarantine_id uuid primary key,
  institution_id uuid not null references institutions (id),
  scan_id uuid not null,
  decision text not null check (decision in ('keep-stored', 'take-new')),
  decided_at timestamptz not null
);
create index pacs_decisions_scan on pacs_decisions (scan_id);
create index pacs_decisions_institution on pacs_decisions (institution_id);

-- The same object may be kept aside for two studies of an institution: a decision about one is none about the other.
alter table pacs_quarantine drop constraint pacs_quarantine_institution_id_sop_instance_uid_data_set_sh_key;
alter table pacs_quarantine add constraint pacs_quarantine_once unique (scan_id, sop_instance_uid, data_set_sha256);
