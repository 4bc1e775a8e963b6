/** DICOM modality codes as departments say them (PS3.3 section C.7.3.1.1.1); others stay as they are. */
const MODALITIES: Readonly<Record<string, string>> = {
  MR: 'MRI',
  CR: 'X-Ray',
  DX: 'X-Ray',
  RG: 'X-Ray',
  US: 'Ultrasound',
  MG: 'Mammography',
  PT: 'PET',
  NM: 'SPECT',
  XA: 'Angiography',
  RF: 'Fluoroscopy',
};
/** The description as people read it: `^` only parts the components of a protocol name. */
export const studyName = (scan: { readonly studyDescription: string | null }): string =>
  scan.studyDescription?.replaceAll('^', ' ').trim() || 'Study without description';
export const modalityName = (code: string | null): string => (code === null ? 'Unknown' : (MODALITIES[code] ?? code));
