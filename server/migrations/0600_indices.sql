-- A delete looks in every table that refers to the row; an erasure, and the deletion of an institution's data, walk
-- these foreign keys. Accounts of staff are never deleted: what they claimed, decided or signed needs no index.
create index applications_institution_id on applications (institution_id);
create index deletion_proofs_institution_id on deletion_proofs (institution_id);
create index export_tickets_patient_id on export_tickets (patient_id);
create index proof_verdicts_institution_id on proof_verdicts (institution_id);
create index proof_verdicts_question_id on proof_verdicts (question_id) where question_id is not null;
create index report_addenda_report_id on report_addenda (report_id, signed_at);
create index trial_dossiers_institution_id on trial_dossiers (institution_id, created_at);
create index webhook_deliveries_scan_id on webhook_deliveries (scan_id);

-- Who looked at my case: the patient's page asks by subject, whatever its type.
create index audit_events_subject_id on audit_events (subject_id);

-- The worklist of completed cases, newest first.
create index cases_completed on cases (completed_at desc) where status = 'completed';
