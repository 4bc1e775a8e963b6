-- A second read that an operator ended without its outcome: who did it, and why.
alter table second_reads
  add column ended_by uuid references staff (id),
  add column ended_because text check (ended_because in ('nobody-left', 'patient-waits', 'by-mistake')),
  add check ((ended_by is null) = (ended_because is null));
