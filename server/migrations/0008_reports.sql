create table reports (
  id uuid primary key,
  case_id uuid not null unique references cases (id),
  status text not null default 'draft' check (status in ('draft', 'signed')),
  language text not null check (language in ('tr', 'en')),
  version integer not null default 1,
  submission integer not null,
  content jsonb not null,
  -- what AI did: id, version, title, outcome of each algorithm that ran
  algorithms jsonb not null default '[]',
  -- the draft as the pipeline wrote it, kept beside what the radiologist made of it
  machine_draft jsonb not null,
  edited_by uuid references staff (id),
  signed_by uuid references staff (id),
  signed_by_name text,
  signed_at timestamptz,
  -- canonical JSON of what was signed (RFC 8785) and its SHA-256
  signed_document text,
  content_sha256 text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'signed') = (signed_by is not null and signed_by_name is not null and signed_at is not null
    and signed_document is not null and content_sha256 is not null))
);

-- Signed means frozen: the database refuses what the code already guards against.
create function refuse_change_of_signed_report() returns trigger language plpgsql as $$
begin
  if old.status = 'signed' then
    raise exception 'report % is signed and cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger reports_frozen before update or delete on reports
  for each row execute function refuse_change_of_signed_report();

create table report_addenda (
  id uuid primary key,
  report_id uuid not null references reports (id),
  text text not null,
  signed_by uuid not null references staff (id),
  signed_by_name text not null,
  signed_at timestamptz not null default now()
);
create trigger report_addenda_frozen before update or delete on report_addenda
  for each row execute function refuse_change();

-- Rendered files of a signed report; a new addendum makes a new edition, none is ever replaced.
create table report_documents (
  report_id uuid not null references reports (id),
  edition integer not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (report_id, edition)
);
create trigger report_documents_frozen before update or delete on report_documents
  for each row execute function refuse_change();
