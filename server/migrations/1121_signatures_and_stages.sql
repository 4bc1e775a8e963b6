-- What an addendum does to the signed text: adds to it, or corrects it. The signed text itself never changes.
alter table report_addenda add column kind text not null default 'supplement' check (kind in ('supplement', 'correction'));
