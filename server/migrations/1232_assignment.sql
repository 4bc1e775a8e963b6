-- To whom cases are given as they arrive: rules in order, as one list of the house.
create table assignment_rules (
  id boolean primary key default true check (id),
  rules jsonb not null,
  updated_at timestamptz not null
);

-- The reader whom the rules chose; anybody may claim the case all the same.
alter table cases add column assigned_to uuid references staff (id);
create index cases_assigned on cases (assigned_to) where status = 'processing';
