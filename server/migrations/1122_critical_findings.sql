-- A finding that cannot wait, marked by the signer: who was told, who has seen it, and when it was told on.
create table critical_findings (
  report_id uuid primary key references reports (id),
  case_id uuid not null references cases (id),
  marked_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text check (acknowledged_by in ('patient', 'doctor')),
  escalated_at timestamptz,
  escalations integer not null default 0,
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index critical_findings_case_id on critical_findings (case_id);
create index critical_findings_open on critical_findings (marked_at) where acknowledged_at is null;

-- Published read model for the worklist: cases whose critical finding nobody has acknowledged.
create view case_critical_open as
  select case_id from critical_findings where acknowledged_at is null;
