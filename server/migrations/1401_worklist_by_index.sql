-- The worklist over all cases: each order that reads from its beginning has an index. A column that may be empty needs one
-- for each direction, for empty ones come last in both.
create index cases_by_due on cases (due_at, uploaded_at desc, id);
create index cases_by_due_down on cases (due_at desc nulls last, uploaded_at desc, id);
create index cases_by_submission on cases (submitted_at, due_at, uploaded_at desc, id);
create index cases_by_submission_down on cases (submitted_at desc nulls last, due_at, uploaded_at desc, id);
-- The same index as cases_in_review.
drop index cases_open;
