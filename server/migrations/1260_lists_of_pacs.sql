-- The newest rows of an institution, and of all for operators: by an index each, not by sorting all there are.
create index pacs_deliveries_newest on pacs_deliveries (created_at desc, id);
drop index pacs_deliveries_institution;
create index pacs_deliveries_institution on pacs_deliveries (institution_id, created_at desc, id);
create index pacs_quarantine_newest on pacs_quarantine (received_at desc, id);
create index pacs_quarantine_institution on pacs_quarantine (institution_id, received_at desc, id);
