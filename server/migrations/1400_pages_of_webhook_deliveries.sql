-- Pages of webhook deliveries: each is a range of this index.
drop index webhook_deliveries_institution;
create index webhook_deliveries_institution on webhook_deliveries (institution_id, created_at desc, id desc);
