import { z } from 'zod';

/** What becomes of one algorithm on one series. */
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

/** Something seen: a code of the algorithm's wording with its params; `important` first in a report. */
export const findingSchema = z.object({
  code: codeSchema,
  severity: z.enum(SEVERITIES),
  params: paramsSchema,
  sopInstanceUids: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * Something measured. `unit` is UCUM: `ml`, `%`, `[hnsf'U]` (Hounsfield), `{instances}`.
 * Codes belong to the algorithm and stay what they are from version to version.
 */
export const measurementSchema = z.object({ code: codeSchema, value: z.number(), unit: z.string() });
export type Measurement = z.infer<typeof measurementSchema>;

/**
 * A mask on the slices of the series that was analysed; slices without a marked pixel are left out. `runs` are run
 * lengths as text, see `encodeRuns`: half the size of a JSON array of numbers, and one value to the database.
 *
 * Or a heat map: how much each part of an image spoke for a class, as a coarse grid of `columns` × `rows` over the whole
 * image. Then `runs` are its cells, row by row, one byte each in base64, from 0 (nothing) to 255. It outlines nothing.
 */
export const overlaySchema = z.object({
  code: codeSchema,
  /** Left out: a mask. */
  kind: z.enum(['mask', 'heat']).optional(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  slices: z.array(
    z.object({
      sopInstanceUid: z.string(),
      /** Of a multi-frame instance, from 0; left out for the first or only one. */
      frame: z.number().int().positive().optional(),
      runs: z.string(),
    }),
  ),
});
export type Overlay = z.infer<typeof overlaySchema>;

/**
 * What overlays and findings call an image: its SOP Instance UID; a picture has none, and is called by the id
 * that it has here. The fields are named `sopInstanceUid` after the first.
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
    /** What could not be evaluated although the rest could. */
    limitations: z.array(reasonSchema),
  }),
  z.object({ outcome: z.literal('not-evaluable'), reasons: z.array(reasonSchema).min(1) }),
]);
export type AlgorithmResult = z.infer<typeof algorithmResultSchema>;

/** What a run tells: each has an id, and stays as it was told (docs/decisions/0084). */
export const FINDING_KINDS = ['finding', 'limitation', 'reason', 'measurement'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Where something is seen: an image of the series that was analysed, and its frame from 0. */
export const findingPlaceSchema = z.object({ sopInstanceUid: z.string(), frame: z.number().int().min(0) });
export type FindingPlace = z.infer<typeof findingPlaceSchema>;

/** 64 printable characters that JSON does not escape, as in base64url (RFC 4648 section 5). */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
/** Five bits of a length stand in one digit; the sixth says that more follow. */
const MORE = 32;

/**
 * A mask (row by row, 0 or not) as text: alternating lengths of 0 and 1, beginning with 0. Each length is written in
 * digits of five bits, the lowest first; a digit of 32 or more is followed by another. [3, 2, 5] is `DCF` and means
 * 0001100000; the last run of zeros is left out, so an empty mask is the empty text.
 */
export function encodeRuns(mask: Uint8Array): string {
  let text = '';
  let isSet = false;
  let length = 0;
  for (const pixel of mask) {
    if ((pixel !== 0) === isSet) length += 1;
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
 * The mask of `encodeRuns`: one byte a pixel, 0 or 1.
 * @throws RangeError where the text is not of `encodeRuns`, or says more than `pixels`.
 */
export function decodeRuns(runs: string, pixels: number): Uint8Array {
  const mask = new Uint8Array(pixels);
  let at = 0;
  for (const { length, isSet } of runLengths(runs)) {
    if (at + length > pixels) throw new RangeError('the runs are longer than the mask');
    if (isSet) mask.fill(1, at, at + length);
    at += length;
  }
  return mask;
}

/** How many pixels of the mask are set, without making it. @throws RangeError where the text is not of `encodeRuns` */
export function countMarked(runs: string): number {
  let marked = 0;
  for (const { length, isSet } of runLengths(runs)) if (isSet) marked += length;
  return marked;
}

function* runLengths(runs: string): Generator<{ length: number; isSet: boolean }> {
  let isSet = false;
  let length = 0;
  let factor = 1;
  for (const character of runs) {
    const digit = VALUES.get(character);
    if (digit === undefined) throw new RangeError('a run length is not readable');
    length += (digit % MORE) * factor;
    factor *= MORE;
    if (digit >= MORE) {
      if (length > MOST_PIXELS) throw new RangeError('the runs are longer than the mask');
      continue;
    }
    yield { length, isSet };
    isSet = !isSet;
    length = 0;
    factor = 1;
  }
  if (factor !== 1) throw new RangeError('the last run length is cut off');
}

/** More than any image has: a length is refused before its digits overflow. */
const MOST_PIXELS = 2 ** 40;
