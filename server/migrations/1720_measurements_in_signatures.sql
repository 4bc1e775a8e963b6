-- The measurements that a signature covers: all of the draft, whoever measured (docs/decisions/0371). Of earlier signatures those
-- of the signer: nobody else's were shown then.
alter table reading_measurements add column in_signature boolean not null default false;
update reading_measurements m set in_signature = true
  from reports r
  where r.case_id = m.case_id and r.status = 'signed' and r.signed_by = m.staff_id;
