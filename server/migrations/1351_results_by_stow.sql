-- Archives that take results by STOW-RS (docs/decisions/0249): named by the institution, with what they are sent.
create table pacs_web_receivers (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  name text not null,
  -- root of its DICOMweb service
  url text not null,
  sign_in text not null check (sign_in in ('none', 'bearer', 'basic', 'header')),
  -- of basic sign-in the user, of a header its name
  sign_in_name text,
  secret_encrypted text,
  objects text[] not null check (cardinality(objects) > 0),
  -- null: of all algorithms
  algorithm_ids text[],
  sends_when text not null check (sends_when in ('at-once', 'after-agreement')),
  -- An operator lets it be in a private network, or without TLS.
  may_be_private boolean not null default false,
  created_at timestamptz not null,
  check ((sign_in = 'none') = (secret_encrypted is null)),
  check ((sign_in in ('basic', 'header')) = (sign_in_name is not null))
);
create index pacs_web_receivers_institution on pacs_web_receivers (institution_id, created_at);

-- A result goes to a system by C-STORE, or to a receiver by STOW-RS.
alter table pacs_deliveries alter column peer_id drop not null;
alter table pacs_deliveries add column receiver_id uuid references pacs_web_receivers (id) on delete cascade;
alter table pacs_deliveries add constraint pacs_deliveries_whither check ((peer_id is null) <> (receiver_id is null));
alter table pacs_deliveries add constraint pacs_deliveries_once_by_web
  unique (receiver_id, scan_id, submission, object, part);
