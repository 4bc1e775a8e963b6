-- The audit trail is searched by who, by whom it concerns, and by when; a search goes from the newest row backwards.
create index audit_events_of_actor on audit_events (actor_id, sequence);
create index audit_events_of_subject on audit_events (subject_id text_pattern_ops, sequence);
create index audit_events_at on audit_events (at);
create index audit_events_action on audit_events (action);
