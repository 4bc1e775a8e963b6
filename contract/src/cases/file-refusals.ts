/** Why one file of an upload was refused. The sentences are in the catalogue (`checks`, files.refusals). */
export const FILE_REFUSAL_CODES = [
  'EMPTY',
  'TOO_LARGE',
  'TOO_MANY_FILES',
  'DUPLICATE',
  'TYPE_NOT_SUPPORTED',
  'TRUNCATED',
  'NOT_READABLE',
  'TRANSFER_SYNTAX_NOT_SUPPORTED',
  'EXECUTABLE_PREAMBLE',
  'NO_PIXEL_DATA',
  'PIXEL_DATA_MISMATCH',
  'TOO_MANY_PIXELS',
  'TOO_MANY_FRAMES',
  'NESTING_TOO_DEEP',
  'CHARSET_NOT_SUPPORTED',
  'CHECKSUM_MISMATCH',
  'NOT_DICOM',
  'NO_SCANS_LEFT',
  'CHECK_FAILED',
] as const;
export type FileRefusalCode = (typeof FILE_REFUSAL_CODES)[number];
