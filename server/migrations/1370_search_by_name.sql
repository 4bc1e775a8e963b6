-- Names are searched with wildcards (PS3.4 C.2.2.2.4), in whatever case: without an index every identity of all
-- institutions is read. Trigrams serve patterns with three letters in a row.
create index series_identities_name on series_identities using gin (lower(name collate "und-x-icu") gin_trgm_ops)
  where name is not null;
