import type { GateDecision, InstanceInfo, SeriesInfo } from '../algorithm.ts';

/** Film modalities (PS3.3 C.7.3.1.1.1) of single projections. */
export const FILM_MODALITIES = ['CR', 'DX', 'RF'] as const;
/** A film with a shorter side has too little detail, px; the networks here were trained on 224 px and more. */
export const MIN_FILM_SIDE_PX = 200;

/** Body Part Examined (PS3.16 annex L: CHEST …), and common free text, also in Turkish and in Arabic. */
const CHEST = /CHEST|THORA|TORAKS|LUNG|PULMO|AKC[Iİ][GĞ]ER|G[OÖ][GĞ][UÜ]S|\bP\.?A\.? ?AC\b|صدر|رئة|رئت/i;
/** Other examinations: the bones of the chest, and babygrams. */
const OTHER =
  /SPINE|SPINAL|VERTEBRA|OMURGA|(?<!\p{L})RIB|KABURGA|[CK]OSTA|(?<!\p{L})KOT(?!\p{L})|CLAVIC|KLAV[Iİ]K|KÖPRÜCÜK|STERNUM|S[CK]APULA|SHOULDER|OMUZ|ABDOM|BAT[Iİı]N|فقر|أضلاع|ضلوع|ترقوة|كتف|بطن/iu;
/** Lateral, as a word of its own: not "bilateral", but "CHEST_LAT", "L.L." or "RLAT". */
const LATERAL = /(?<!\p{L})([LR]?LAT(ERAL\p{L}*)?|[LR]\.?L|YAN(DAN)?|PROF[Iİ]L)(?!\p{L})|جانبي(?!ن)/iu;
/** Views that are neither frontal nor lateral, whatever else is named with them. */
const NEITHER = /(?<!\p{L})([LR][AP]O|[LR]LD|OBL)(?!\p{L})|OBL[Iİı][QK]|DE[CK][UÜ]B|LORDO|مائل/iu;
const NAMES_FRONTAL = /(?<!\p{L})(P\.?A|A\.?P)(?!\p{L})/iu;
/** View Position (0018,5101) of a frontal projection, PS3.3 C.8.7.1.1.3. */
const FRONTAL = ['AP', 'PA'];
/** The patient's word for a film, among the modalities of a case. */
const FILM = 'X-Ray';

/** Whether all statements about an image agree that it is a frontal chest film. */
export function frontalChestFilm(
  { kind, header, columns, rows, frames }: InstanceInfo,
  series: SeriesInfo,
): GateDecision {
  const found = kind === 'dicom' ? header?.modality : series.declaredModality === FILM ? 'DX' : series.declaredModality;
  if (!found || !(FILM_MODALITIES as readonly string[]).includes(found)) return no('NOT_FILM', { found: found ?? '–' });
  if (frames > 1) return no('NOT_SINGLE');
  const part = partOf(header, series);
  if (!part) return no('PART_NOT_STATED');
  if (!CHEST.test(part) || OTHER.test(part)) return no('NOT_CHEST', { found: part });
  const view = header?.viewPosition;
  if (view && !FRONTAL.includes(view.toUpperCase())) return no('NOT_FRONTAL', { found: view });
  const described = view ? null : describedOtherwise(header);
  if (described) return described;
  const side = Math.min(columns, rows);
  return side < MIN_FILM_SIDE_PX ? no('TOO_SMALL', { side, least: MIN_FILM_SIDE_PX }) : { fits: true };
}

/** The decision for a series: that of the first image that is accepted, otherwise the reason for the first one. */
export function firstThatFits(
  series: SeriesInfo,
  gateOf: (instance: InstanceInfo, series: SeriesInfo) => GateDecision,
): GateDecision {
  const [first, ...others] = series.instances.map((instance) => gateOf(instance, series));
  if (!first) return no('NO_IMAGES');
  return [first, ...others].find(({ fits }) => fits) ?? first;
}

/**
 * What in the description contradicts a frontal chest film, if no view is stated. The description of the series counts,
 * otherwise that of the study, which may also name a lateral film.
 */
function describedOtherwise(header: InstanceInfo['header']): GateDecision | null {
  const found = header?.seriesDescription || header?.studyDescription;
  if (!found) return null;
  if (OTHER.test(found)) return no('NOT_CHEST', { found });
  const mayHoldBoth = !header?.seriesDescription && NAMES_FRONTAL.test(found);
  return NEITHER.test(found) || (LATERAL.test(found) && !mayHoldBoth) ? no('NOT_FRONTAL', { found }) : null;
}

/** The field of the header takes precedence over what a person wrote. */
const partOf = (header: InstanceInfo['header'], series: SeriesInfo): string | null =>
  header?.bodyPartExamined ||
  [header?.studyDescription, header?.seriesDescription].filter(Boolean).join(' ') ||
  series.declaredBodyPart ||
  null;

export const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});
