-- Headers that were stored before lookup tables were read do not say whether the file has any (docs/decisions/0100).
-- They are found by this index, which is empty once all of them are read again.
create index instances_without_tables on instances (id)
  where kind = 'dicom' and header is not null and header -> 'hasVoiLut' is null;
