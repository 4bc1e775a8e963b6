-- An institution's own choice of a version can be taken back: from then on it follows the default again (docs/decisions/0224).
alter table version_activations add column follows_default boolean not null default false,
  add constraint version_activations_follows check (not follows_default or (institution_id is not null and version is null));
