-- An addendum can tell a critical finding too: one that was missed, or that a second reader found after the signature.
alter table report_addenda add column is_critical boolean not null default false;
