-- The log of a delivery holds the Study Instance UID: it goes with its scan.
alter table webhook_deliveries
  drop constraint webhook_deliveries_scan_id_fkey,
  add constraint webhook_deliveries_scan_id_fkey foreign key (scan_id) references scans (id) on delete cascade;
