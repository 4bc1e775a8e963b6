-- Which models an institution uses, and on what. No row: the model is on and takes every series that fits it.
create table model_settings (
  institution_id uuid not null references institutions (id),
  algorithm_id text not null,
  is_enabled boolean not null,
  updated_at timestamptz not null,
  primary key (institution_id, algorithm_id)
);

-- "Only where": a model with rules takes a series that meets one of them; all conditions of a rule must hold.
create table routing_rules (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  algorithm_id text not null,
  conditions jsonb not null,
  created_at timestamptz not null
);
create index routing_rules_institution on routing_rules (institution_id, algorithm_id);
