-- What a radiologist looked at and judged, before anything can be signed (docs/decisions/0026).

-- The first image of a series that this radiologist was shown, in each submission of the case.
create table series_views (
  series_id uuid not null references series (id),
  staff_id uuid not null references staff (id),
  submission integer not null,
  viewed_at timestamptz not null,
  primary key (series_id, staff_id, submission)
);

-- A radiologist's word on one result; a new submission has new analyses, and needs new words.
create table analysis_verdicts (
  analysis_id uuid not null references analyses (id),
  staff_id uuid not null references staff (id),
  verdict text not null check (verdict in ('accepted', 'corrected', 'rejected')),
  given_at timestamptz not null,
  primary key (analysis_id, staff_id)
);
