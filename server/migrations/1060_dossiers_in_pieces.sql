-- The CSV of a dossier has a line for each study and question: it is written and read by the piece (docs/decisions/0133).
create table trial_dossier_pieces (
  dossier_id uuid not null references trial_dossiers (id) on delete cascade,
  position integer not null,
  csv bytea not null,
  primary key (dossier_id, position)
);

insert into trial_dossier_pieces (dossier_id, position, csv)
select trial_dossiers.id, position, substring(whole.bytes from position * 262144 + 1 for 262144)
from trial_dossiers
cross join lateral (select convert_to(csv, 'UTF8') as bytes offset 0) whole
cross join lateral generate_series(0, (length(whole.bytes) - 1) / 262144) position;

alter table trial_dossiers drop column csv;
