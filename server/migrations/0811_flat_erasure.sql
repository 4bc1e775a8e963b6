-- An erasure costs what the patient has, not what everybody has.

-- Messages are forgotten by their recipient.
create index outbox_recipient on outbox (recipient);

-- Asked for every frozen row that goes: by the key of the erasure, which is compared as what it is.
create or replace function is_erasing() returns boolean language sql stable as $$
  select exists (
    select 1 from erasures
    where id = nullif(current_setting('duai.erasure', true), '')::uuid and state = 'running')
$$;

create or replace function refuse_change_of_signed_report() returns trigger language plpgsql as $$
begin
  if old.status = 'signed' and not (tg_op = 'DELETE' and exists (
    select 1 from erasures e join cases c on c.patient_id = e.patient_id
    where c.id = old.case_id and e.state = 'running'
      and e.id = nullif(current_setting('duai.erasure', true), '')::uuid
  )) then
    raise exception 'report % is signed and cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- A scan that is deleted settles its charge.
create index scan_charges_scan on scan_charges (scan_id);
