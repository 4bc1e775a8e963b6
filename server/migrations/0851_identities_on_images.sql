-- Whom the headers of a patient's images name, as they are written there: each identity of a series once, with the number
-- of its images. Compared with the person of the case before a report is signed. Of an institution's scans none is kept.
create table series_identities (
  id uuid primary key,
  series_id uuid not null references series (id) on delete cascade,
  name text,
  patient_id text,
  birth_date text,
  sex text,
  accession_number text,
  is_removed boolean not null,
  images integer not null,
  unique nulls not distinct (series_id, name, patient_id, birth_date, sex, accession_number, is_removed)
);
