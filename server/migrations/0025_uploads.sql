-- Files on their way (tus 1.0). The bytes lie with the partial files until the case is submitted.

create table uploads (
  id uuid primary key,
  case_id uuid not null references cases (id),
  name text not null,
  size_bytes bigint not null,
  -- promised by the sender, checked when the file is handed in
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
create index uploads_case on uploads (case_id, created_at);
create index uploads_age on uploads (created_at);
