-- The secret by which the files of one case are de-identified in the browser: the same UIDs and dates become the same
-- others on every device of the patient, and nobody without the key can tell which they were. It goes with the case.
create table deidentification_keys (
  case_id uuid primary key references cases (id) on delete cascade,
  key bytea not null check (octet_length(key) = 32)
);
