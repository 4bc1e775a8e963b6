/**
 * Converts a DICOM DA value (YYYYMMDD, or the old form YYYY.MM.DD; PS3.5 section 6.2) to ISO 8601; null where it is not
 * a date.
 */
export const isoDate = (da: string | null | undefined): string | null => {
  const match = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(da ?? '');
  if (!match) return null;
  const iso = `${match[1]}-${match[2]}-${match[3]}`;
  return new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ? iso : null;
};
