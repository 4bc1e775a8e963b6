-- Results may go back as a presentation state too (docs/decisions/0287).
alter table pacs_deliveries drop constraint pacs_deliveries_object_check;
alter table pacs_deliveries add constraint pacs_deliveries_object_check check (
  object in ('structured-report', 'encapsulated-pdf', 'segmentation', 'secondary-capture', 'presentation-state'));
