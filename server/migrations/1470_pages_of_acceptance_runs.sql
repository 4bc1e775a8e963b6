-- Pages of acceptance runs: each is a range of this index.
create index acceptance_runs_institution on acceptance_runs (institution_id, started_at desc, id desc);
