-- A patient whom somebody of the staff has told by phone: nothing more is escalated.
alter table critical_findings drop constraint critical_findings_acknowledged_by_check;
alter table critical_findings add constraint critical_findings_acknowledged_by_check
  check (acknowledged_by in ('patient', 'doctor', 'phone'));
