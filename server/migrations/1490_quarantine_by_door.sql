-- Other content under a known UID is kept aside by whichever door it came (docs/decisions/0305-one-rule-at-every-door.md).
alter table pacs_quarantine alter column peer_id drop not null;
alter table pacs_quarantine add column way text not null default 'c-store'
  check (way in ('browser', 'api', 'stow-rs', 'c-store', 'gateway'));
alter table pacs_quarantine alter column way drop default;
-- What the system, the key or the member is called; null where it came before this was kept.
alter table pacs_quarantine add column sender text;
alter table pacs_quarantine add constraint pacs_quarantine_peer check ((way = 'c-store') = (peer_id is not null));
