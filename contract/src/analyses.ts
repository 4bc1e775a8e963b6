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

/** Something seen: a code of the algorithm's wording with its params; `important` first in a report. */
export const findingSchema = z.object({
  code: codeSchema,
  severity: z.enum(['info', 'notice', 'important']),
  params: paramsSchema,
  sopInstanceUids: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Something measured; unit in UCUM. */
export const measurementSchema = z.object({ code: codeSchema, value: z.number(), unit: z.string() });
export type Measurement = z.infer<typeof measurementSchema>;

/**
 * A mask on the slices of a series. `runs` are alternating lengths of 0 and 1, row by row, beginning with 0:
 * [3, 2, 5] on ten pixels is 0001100000.
 */
export const overlaySchema = z.object({
  code: codeSchema,
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  slices: z.array(z.object({ sopInstanceUid: z.string(), runs: z.array(z.number().int().min(0)) })),
});
export type Overlay = z.infer<typeof overlaySchema>;

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

export function encodeRuns(mask: Uint8Array): number[] {
  const runs: number[] = [];
  let value = 0;
  let length = 0;
  for (const pixel of mask) {
    if (pixel === value) length += 1;
    else {
      runs.push(length);
      value = pixel;
      length = 1;
    }
  }
  runs.push(length);
  return runs;
}

export function decodeRuns(runs: readonly number[], pixels: number): Uint8Array {
  const mask = new Uint8Array(pixels);
  let at = 0;
  for (const [index, length] of runs.entries()) {
    if (index % 2 === 1) mask.fill(1, at, at + length);
    at += length;
  }
  return mask;
}
