-- For reading headers again that were stored before lookup tables, or the pixel size of scanned films, were read.
drop index instances_without_tables;
create index instances_with_older_header on instances (id)
  where kind = 'dicom' and header is not null and (header -> 'hasVoiLut' is null
    or (header -> 'scannedSpacingMm' is null and header ->> 'pixelSpacingOf' is distinct from 'imager'
      and (header ->> 'imagePositionPatientMm' is null or header ->> 'imageOrientationPatient' is null)));
