import type { GateDecision, InstanceInfo, SeriesInfo } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';

/** Body Part Examined (PS3.16 annex L: CHEST …), and what people write in descriptions, in Turkish and in Arabic. */
const CHEST = /CHEST|THORA|TORAKS|LUNG|PULMO|AKC[Iİ][GĞ]ER|G[OÖ][GĞ][UÜ]S|\bP\.?A\.? ?AC\b|صدر|رئة|رئت/i;
/** The spine of the chest, and babygrams, are other examinations. */
const OTHER = /SPINE|SPINAL|VERTEBRA|OMURGA|RIB|KABURGA|ABDOM|BATIN|فقر|أضلاع|ضلوع/i;
/** View Position (0018,5101) of a frontal projection, PS3.3 C.8.7.1.1.3. */
const FRONTAL = ['AP', 'PA'];
/** What a patient calls a film, among the modalities of a case. */
const FILM = 'X-Ray';

/** Frontal chest film of a child whose age is known; anything else is not tried. */
export function gate(series: SeriesInfo): GateDecision {
  const [first, ...others] = series.instances.map((instance) => gateOf(instance, series));
  if (!first) return no('NO_IMAGES');
  return [first, ...others].find(({ fits }) => fits) ?? first;
}

/** Why one image of the series is not looked at. */
export function gateOf({ kind, header, columns, rows, frames }: InstanceInfo, series: SeriesInfo): GateDecision {
  const found = kind === 'dicom' ? header?.modality : series.declaredModality === FILM ? 'DX' : series.declaredModality;
  if (!found || !(PARAMETERS.modalities as readonly string[]).includes(found))
    return no('NOT_FILM', { found: found ?? '–' });
  if (frames > 1) return no('NOT_SINGLE');
  const part = partOf(header, series);
  if (!part) return no('PART_NOT_STATED');
  if (!CHEST.test(part) || OTHER.test(part)) return no('NOT_CHEST', { found: part });
  const view = header?.viewPosition;
  if (view && !FRONTAL.includes(view.toUpperCase())) return no('NOT_FRONTAL', { found: view });
  const age = header?.patientAgeYears ?? series.declaredAgeYears;
  if (age === null) return no('AGE_NOT_STATED');
  // Up to the day of the seventh birthday a child is six.
  if (age >= PARAMETERS.maxAgeYears + 1) return no('TOO_OLD', { age: Math.floor(age), maxAge: PARAMETERS.maxAgeYears });
  if (Math.min(columns, rows) < PARAMETERS.minSidePx)
    return no('TOO_SMALL', { side: Math.min(columns, rows), least: PARAMETERS.minSidePx });
  return { fits: true };
}

/** The field of the header decides where it is filled in; then what a person wrote. */
const partOf = (header: InstanceInfo['header'], series: SeriesInfo): string | null =>
  header?.bodyPartExamined ||
  [header?.studyDescription, header?.seriesDescription].filter(Boolean).join(' ') ||
  series.declaredBodyPart ||
  null;

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});
