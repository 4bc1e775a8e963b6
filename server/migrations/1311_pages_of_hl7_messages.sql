-- Pages of messages, of an institution and of all: each is a range of an index.
drop index hl7_messages_institution;
create index hl7_messages_institution on hl7_messages (institution_id, created_at desc, id);
drop index hl7_messages_newest;
create index hl7_messages_newest on hl7_messages (created_at desc, id);
