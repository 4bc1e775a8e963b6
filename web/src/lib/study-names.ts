import { formatDay } from './formatting.ts';
import { activeLanguage } from './language.ts';
import type { WorkTexts } from './messages.tsx';

type Names = Pick<WorkTexts['names'], 'modalities' | 'unknown' | 'unnamedStudy'>;

/** The study description in readable form; `^` separates the components of a protocol name. */
export const studyName = (scan: { readonly studyDescription: string | null }, names: Names): string =>
  scan.studyDescription?.replaceAll('^', ' ').trim() || names.unnamedStudy;

/**
 * The usual name of a DICOM modality code (PS3.3 section C.7.3.1.1.1) or of a modality that applicants choose; others are
 * returned unchanged.
 */
export function modalityName(code: string | null, names: Names): string {
  if (code === null) return names.unknown;
  const modalities: Readonly<Record<string, string>> = names.modalities;
  return modalities[code] ?? code;
}

/** Day and description of an examination; empty where the images say neither. */
export const examinationName = ({
  studyDate,
  description,
}: {
  readonly studyDate: string | null;
  readonly description: string | null;
}): string =>
  [studyDate && formatDay(studyDate, activeLanguage()), description?.replaceAll('^', ' ').trim()]
    .filter(Boolean)
    .join(' · ');

/** Items under the heading of each, in their order: those that follow one another under the same heading stand under one. */
export function underHeadings<T>(
  items: readonly T[],
  headingOf: (item: T) => string,
): readonly { readonly heading: string; readonly items: readonly [T, ...T[]] }[] {
  const groups: { heading: string; items: [T, ...T[]] }[] = [];
  for (const item of items) {
    const [heading, last] = [headingOf(item), groups.at(-1)];
    if (last?.heading === heading) last.items.push(item);
    else groups.push({ heading, items: [item] });
  }
  return groups;
}
