import type { WorkTexts } from './messages.tsx';

type Names = Pick<WorkTexts['names'], 'modalities' | 'unknown' | 'unnamedStudy'>;

/** The description as people read it: `^` only parts the components of a protocol name. */
export const studyName = (scan: { readonly studyDescription: string | null }, names: Names): string =>
  scan.studyDescription?.replaceAll('^', ' ').trim() || names.unnamedStudy;

/** DICOM modality codes, and the names that applicants choose, as departments say them (PS3.3 section C.7.3.1.1.1); others stay as they are. */
export function modalityName(code: string | null, names: Names): string {
  if (code === null) return names.unknown;
  const modalities: Readonly<Record<string, string>> = names.modalities;
  return modalities[code] ?? code;
}
