-- Content is shared by its hash. A copy is removed only while its row here is locked, and only when nothing refers to it
-- and nobody is about to (docs/decisions/0053).

drop view stored_files;

-- Published read model: every content hash that something refers to. `union all`: a question about one hash is answered
-- by the indexes of the three columns, whatever the size of the tables.
create view file_references as
  select sha256 from instances
  union all select preview_sha256 from instances where preview_sha256 is not null
  union all select sha256 from report_documents;
create index instances_sha256 on instances (sha256);
create index instances_preview_sha256 on instances (preview_sha256) where preview_sha256 is not null;
create index report_documents_sha256 on report_documents (sha256);

create table stored_files (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes >= 0),
  -- SHA-256 of each block of 1 MiB, 32 bytes each, in order; null until a file stored before was read for it
  blocks bytea,
  -- when the copy was last known to be whole
  checked_at timestamptz,
  damage text check (damage in ('damaged', 'missing')),
  damage_found_at timestamptz,
  check (octet_length(blocks) = 32 * ((size_bytes + 1048575) / 1048576)),
  check ((blocks is null) = (size_bytes is null)),
  check ((damage is null) = (damage_found_at is null))
);
insert into stored_files (sha256) select distinct sha256 from file_references;
create index stored_files_checked on stored_files (checked_at nulls first, sha256);
create index stored_files_damaged on stored_files (damage_found_at, sha256) where damage is not null;
create index stored_files_without_blocks on stored_files (sha256) where blocks is null;

-- Content that a submission stores and is about to refer to; gone in the transaction that refers to it.
create table file_holds (
  id uuid not null,
  sha256 text not null,
  since timestamptz not null,
  primary key (sha256, id)
);
create index file_holds_id on file_holds (id);
create index file_holds_since on file_holds (since);
