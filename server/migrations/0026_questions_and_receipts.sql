-- Patient and radiologist write to each other within a case; each side sees what the other has read.
create table question_entries (
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  author text not null check (author in ('patient', 'radiologist')),
  -- the radiologist's name as it was then; the patient needs none
  author_name text,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  -- by the other side
  read_at timestamptz
);
create index question_entries_case on question_entries (case_id, created_at);

-- When the patient first opened an edition of the signed report (0 the report, n with its n-th addendum).
create table report_receipts (
  report_id uuid not null references reports (id) on delete cascade,
  edition integer not null,
  opened_at timestamptz not null,
  primary key (report_id, edition)
);

-- An upload goes with its case; its bytes are removed by whoever removes the case.
alter table uploads
  drop constraint uploads_case_id_fkey,
  add constraint uploads_case_id_fkey foreign key (case_id) references cases (id) on delete cascade;

-- Published read model for the worklist: what waits for somebody.
create view case_attention as
  select c.id as case_id,
    (select count(*)::int from question_entries q
      where q.case_id = c.id and q.author = 'patient' and q.read_at is null) as unread_questions,
    exists (
      select 1 from reports r
      where r.case_id = c.id and r.status = 'signed' and not exists (
        select 1 from report_receipts t
        where t.report_id = r.id
          and t.edition = (select count(*) from report_addenda a where a.report_id = r.id))
    ) as is_report_unread
  from cases c;
