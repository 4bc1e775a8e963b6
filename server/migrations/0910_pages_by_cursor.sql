-- Verdicts of an institution, newest first, page by page (docs/decisions/0079).
create index proof_verdicts_newest on proof_verdicts (institution_id, given_at, id);

-- Everybody who signs in, newest first, and by words in name or address: the same texts as accounts/user-admin.ts asks for.
create index patients_newest on patients (created_at, id);
create index institution_users_newest on institution_users (created_at, id);
create index patients_search on patients using gin ((first_name || ' ' || last_name || ' patient ' || email) gin_trgm_ops);
create index institution_users_search on institution_users using gin ((username || ' ' || role || ' ' || email) gin_trgm_ops);
