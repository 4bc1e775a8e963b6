-- What operators decided about a claim of the public pages; without a row it is shown and has no end.
create table claims (
  name text primary key,
  is_withdrawn boolean not null,
  last_day date,
  changed_at timestamptz not null
);
