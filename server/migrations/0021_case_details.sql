-- What a patient may tell about a case beyond the specified fields.

alter table cases
  add column side text check (side in ('left', 'right', 'both')),
  -- one press of the button is one case, however often the request arrives
  add column request_id uuid,
  -- whom the images show, where it is not the holder of the account
  add column subject_relation text check (subject_relation in ('child', 'parent', 'spouse', 'ward', 'other')),
  add column subject_first_name text,
  add column subject_last_name text,
  add column subject_date_of_birth date,
  add column subject_gender text check (subject_gender in ('male', 'female', 'other')),
  add column guardian_declared_at timestamptz,
  add column guardian_declaration_version text,
  add constraint cases_subject_whole check (
    num_nulls(subject_relation, subject_first_name, subject_last_name, guardian_declared_at, guardian_declaration_version)
      in (0, 5)
  );
create unique index cases_request on cases (patient_id, request_id);

-- The report that asked for a second opinion: as text, as a PDF, or both. In the database and not in file storage, since
-- a file is one small document that belongs to exactly one case and goes with it.
create table first_reports (
  case_id uuid primary key references cases (id) on delete cascade,
  text text,
  file_name text,
  file bytea,
  received_at timestamptz not null default now(),
  check (text is not null or file is not null),
  check ((file is null) = (file_name is null))
);
