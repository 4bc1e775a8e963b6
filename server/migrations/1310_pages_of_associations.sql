-- Pages of associations, of an institution and of all: each is a range of an index.
drop index pacs_associations_institution;
create index pacs_associations_institution on pacs_associations (institution_id, hour desc, peer_id, outcome);
create index pacs_associations_newest on pacs_associations (hour desc, peer_id, outcome);
