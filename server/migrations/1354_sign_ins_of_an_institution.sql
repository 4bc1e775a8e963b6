-- A sign-in is of nobody yet, and about a member; what operators do to a system of an institution concerns it too.
create or replace view audit_of_institutions as
  select e.sequence, u.institution_id from audit_events e join institution_users u
    on e.actor_realm = 'institution' and u.id = e.actor_id
  union
  select e.sequence, k.institution_id from audit_events e join api_keys k
    on e.actor_realm = 'api-key' and k.id = e.actor_id
  union
  select e.sequence, f.institution_id from audit_events e join fhir_clients f
    on e.actor_realm = 'record-system' and f.id = e.actor_id
  union
  select e.sequence, i.id from audit_events e join institutions i
    on e.subject_type = 'institution' and i.id::text = e.subject_id
  union
  select e.sequence, c.institution_id from audit_events e join scan_charges c
    on e.subject_type = 'scan' and c.scan_id::text = e.subject_id
  union
  select e.sequence, u.institution_id from audit_events e join institution_users u
    on e.subject_type = 'institution-user' and u.id::text = e.subject_id
  union
  select e.sequence, p.institution_id from audit_events e join pacs_peers p
    on e.subject_type = 'pacs-peer' and p.id::text = e.subject_id;
