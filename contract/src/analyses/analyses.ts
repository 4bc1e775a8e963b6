import { z } from 'zod';

/** The states of one algorithm on one series. */
export const ANALYSIS_STATUSES = [
  'planned',
  'running',
  'evaluated',
  'not-evaluable',
  'not-applicable',
  'failed',
] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

const codeSchema = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

export const SEVERITIES = ['info', 'notice', 'important'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A finding: a code from the algorithm's wording with its parameters. Reports list `important` ones first. */
export const findingSchema = z.object({
  code: codeSchema,
  severity: z.enum(SEVERITIES),
  params: paramsSchema,
  sopInstanceUids: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * A measurement. `unit` is UCUM: `ml`, `%`, `[hnsf'U]` (Hounsfield), `{instances}`. The codes belong to the algorithm and do
 * not change from version to version.
 */
export const measurementSchema = z.object({ code: codeSchema, value: z.number(), unit: z.string() });
export type Measurement = z.infer<typeof measurementSchema>;

/**
 * A mask on the slices of the series that was analysed; slices without a marked pixel are left out. `runs` are run lengths as
 * text, see `encodeRuns`: half the size of a JSON array of numbers, and one value to the database.
 *
 * Or a heat map: how much each part of an image contributed to a class, as a coarse grid of `columns` × `rows` over the whole
 * image. Then `runs` are its cells, row by row, one byte each in base64, from 0 (nothing) to 255. It outlines nothing.
 */
export const overlaySchema = z.object({
  code: codeSchema,
  /** Absent: a mask. */
  kind: z.enum(['mask', 'heat']).optional(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  slices: z.array(
    z.object({
      sopInstanceUid: z.string(),
      /** Frame of a multi-frame instance, counted from 0; absent for the first or only one. */
      frame: z.number().int().positive().optional(),
      runs: z.string(),
    }),
  ),
});
export type Overlay = z.infer<typeof overlaySchema>;

/**
 * The identifier that overlays and findings use for an image: its SOP Instance UID, or our own id for a picture, which has no
 * UID. The fields are called `sopInstanceUid` in both cases.
 */
export const imageNameOf = ({ sopInstanceUid, id }: { sopInstanceUid: string | null; id: string }): string =>
  sopInstanceUid ?? id;

export const reasonSchema = z.object({ code: codeSchema, params: paramsSchema });
export type AnalysisReason = z.infer<typeof reasonSchema>;

export const algorithmResultSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('evaluated'),
    findings: z.array(findingSchema),
    measurements: z.array(measurementSchema),
    overlays: z.array(overlaySchema),
    /** Parts that could not be evaluated although the rest could. */
    limitations: z.array(reasonSchema),
  }),
  z.object({ outcome: z.literal('not-evaluable'), reasons: z.array(reasonSchema).min(1) }),
]);
export type AlgorithmResult = z.infer<typeof algorithmResultSchema>;

/** The kinds of result of a run. Each result has an id and never changes (docs/decisions/0084). */
export const FINDING_KINDS = ['finding', 'limitation', 'reason', 'measurement'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Where a finding is visible: an image of the analysed series, and its frame counted from 0. */
export const findingPlaceSchema = z.object({ sopInstanceUid: z.string(), frame: z.number().int().min(0) });
export type FindingPlace = z.infer<typeof findingPlaceSchema>;

/** 64 printable characters that JSON does not escape, as in base64url (RFC 4648 section 5). */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The value of a digit by its character code; -1 is no digit. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
/** A digit holds five bits of a length; the sixth bit says that another digit follows. */
const MORE = 32;

/**
 * Encodes a mask (row by row, 0 or not 0) as text: alternating lengths of 0 and 1, beginning with 0. Each length is written
 * in digits of five bits, the lowest first; a digit of 32 or more is followed by another. [3, 2, 5] is `DCF` and means
 * 0001100000; the last run of zeros is left out, so an empty mask is the empty text.
 */
export function encodeRuns(mask: Uint8Array): string {
  let text = '';
  let isSet = false;
  let length = 0;
  // By index: an iterator takes several times as long, and masks of a volume have millions of pixels.
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if ((mask[pixel] !== 0) === isSet) length += 1;
    else {
      text += digits(length);
      isSet = !isSet;
      length = 1;
    }
  }
  return isSet ? text + digits(length) : text;
}

function digits(length: number): string {
  let text = '';
  let rest = length;
  while (rest >= MORE) {
    text += DIGITS[MORE + (rest % MORE)]!;
    rest = Math.floor(rest / MORE);
  }
  return text + DIGITS[rest]!;
}

/**
 * Decodes the text of `encodeRuns` to a mask: one byte for each pixel, 0 or 1.
 * @throws RangeError if the text is not valid, or encodes more than `pixels`.
 */
export function decodeRuns(runs: string, pixels: number): Uint8Array {
  const mask = new Uint8Array(pixels);
  let at = 0;
  forEachLength(runs, (length, isSet) => {
    if (at + length > pixels) throw new RangeError('the runs are longer than the mask');
    if (isSet) mask.fill(1, at, at + length);
    at += length;
  });
  return mask;
}

/**
 * An encoded mask as `encodeRuns` writes it: runs without length, which would make it of any size, are gone. It takes as long
 * as the text is, however large the mask.
 * @throws RangeError if the text is not valid, or encodes more than `pixels`.
 */
export function shortestRuns(runs: string, pixels: number): string {
  let text = '';
  let [isOpen, open, all] = [false, 0, 0];
  forEachLength(runs, (length, isSet) => {
    all += length;
    if (all > pixels) throw new RangeError('the runs are longer than the mask');
    if (isSet === isOpen || length === 0) open += length;
    else {
      text += digits(open);
      isOpen = isSet;
      open = length;
    }
  });
  return isOpen ? text + digits(open) : text;
}

/** Counts the set pixels of an encoded mask without decoding it. @throws RangeError if the text is not valid */
export function countMarked(runs: string): number {
  let marked = 0;
  forEachLength(runs, (length, isSet) => {
    if (isSet) marked += length;
  });
  return marked;
}

/**
 * Calls `take` with each length of the text of `encodeRuns`, zeros and ones in turn. Not a generator: a viewer decodes masks
 * with each step, and an object for each run takes twice as long.
 * @throws RangeError if the text is not valid
 */
export function forEachLength(runs: string, take: (length: number, isSet: boolean) => void): void {
  let isSet = false;
  let length = 0;
  let factor = 1;
  for (let at = 0; at < runs.length; at += 1) {
    const digit = VALUES[runs.charCodeAt(at)] ?? -1;
    if (digit < 0) throw new RangeError('a run length is not readable');
    length += (digit % MORE) * factor;
    factor *= MORE;
    if (digit >= MORE) {
      if (length > MOST_PIXELS) throw new RangeError('the runs are longer than the mask');
      continue;
    }
    take(length, isSet);
    isSet = !isSet;
    length = 0;
    factor = 1;
  }
  if (factor !== 1) throw new RangeError('the last run length is cut off');
}

/** More pixels than any image has: a length is refused before its digits overflow. */
const MOST_PIXELS = 2 ** 40;
