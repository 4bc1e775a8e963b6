-- An institution's own archive, and its systems by API key, search its studies by patient and accession number as PS3.4 annex C
-- and PS3.18 section 10.6 want it (docs/decisions/0154). From now on the identity in the headers is kept for scans too, in
-- series_identities, and goes with the series. The index is for the search alone.
create index series_identities_patient on series_identities (patient_id) where patient_id is not null;
create index series_identities_accession on series_identities (accession_number) where accession_number is not null;
create index series_uid on series (series_instance_uid) where series_instance_uid is not null;

-- What an institution's systems may find: its own studies, without the samples that every institution has.
create view institution_studies as
  select c.institution_id, c.id as scan_id, c.created_at, s.id as study_id, s.study_instance_uid, s.study_date, s.description
  from scans c join studies s on s.scan_id = c.id
  where c.billing <> 'sample' and s.study_instance_uid is not null;

-- Where a peer listens, to which instances may be sent; and whether it may search and fetch. Neither by itself.
alter table pacs_peers add column host text;
alter table pacs_peers add column port integer check (port between 1 and 65535);
alter table pacs_peers add constraint pacs_peers_destination check ((host is null) = (port is null));
alter table pacs_peers add column may_query boolean not null default false;
