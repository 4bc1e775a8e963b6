-- Masks and pictures of each run go back too, and what waits for a reader's word (docs/decisions/0235).
alter table pacs_deliveries drop constraint pacs_deliveries_object_check;
alter table pacs_deliveries add constraint pacs_deliveries_object_check
  check (object in ('structured-report', 'encapsulated-pdf', 'segmentation', 'secondary-capture'));
-- Which run, or which algorithm, an object is of; empty: of all that are sent together.
alter table pacs_deliveries add column part text not null default '';
alter table pacs_deliveries drop constraint pacs_deliveries_peer_id_scan_id_submission_object_key;
alter table pacs_deliveries add constraint pacs_deliveries_once unique (peer_id, scan_id, submission, object, part);

-- When: as soon as the analysis has ended, or after a reader agreed with the results of an algorithm.
alter table pacs_result_routes add column sends_when text not null default 'at-once'
  check (sends_when in ('at-once', 'after-agreement'));
