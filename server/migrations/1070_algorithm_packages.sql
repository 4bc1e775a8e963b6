-- Algorithms that are imported while the server runs: a manifest, a card and weights, no code (docs/decisions/0140).
create table algorithm_packages (
  id uuid primary key,
  algorithm_id text not null,
  version text not null,
  manifest jsonb not null,
  -- the model card, Markdown
  card text not null,
  -- figures of its evaluation; null: not evaluated
  evaluation jsonb,
  -- of the stored file; null for engines that run elsewhere
  weights_sha256 text check (weights_sha256 ~ '^[0-9a-f]{64}$'),
  imported_at timestamptz not null,
  unique (algorithm_id, version)
);
create index algorithm_packages_weights on algorithm_packages (weights_sha256) where weights_sha256 is not null;

-- Which version is active, change by change: the newest row counts. For one institution, or (null) for patients' cases and
-- every institution that has no row of its own. Version null: none.
create table version_activations (
  id uuid primary key,
  institution_id uuid references institutions (id),
  algorithm_id text not null,
  version text,
  activated_at timestamptz not null,
  -- order of changes within one moment
  sequence bigint generated always as identity
);
create index version_activations_institution on version_activations (institution_id, algorithm_id, sequence);

-- Versions that run beside the active one, for comparison; nobody but operators and the comparison page sees them.
create table shadow_versions (
  id uuid primary key,
  institution_id uuid references institutions (id),
  algorithm_id text not null,
  version text not null,
  since timestamptz not null,
  unique nulls not distinct (institution_id, algorithm_id, version)
);
create index shadow_versions_institution on shadow_versions (institution_id);

create or replace view file_references as
  select sha256 from instances
  union all select preview_sha256 from instances where preview_sha256 is not null
  union all select sha256 from report_documents
  union all select sha256 from pacs_quarantine
  union all select weights_sha256 from algorithm_packages where weights_sha256 is not null;
