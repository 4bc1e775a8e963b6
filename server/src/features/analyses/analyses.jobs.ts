import { z } from 'zod';
import { PROCESSES_ELSEWHERE } from '../../adapters/compute/port.ts';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';

const owner = { analysisId: z.uuid(), submission: z.number().int() };

/** Runs one planned analysis. Handler: run-analysis.ts. */
export const runAnalysis = defineJob({
  name: 'analyses.run',
  payload: z.union([z.strictObject({ ...owner, caseId: z.uuid() }), z.strictObject({ ...owner, scanId: z.uuid() })]),
  options: BACKGROUND,
});
export type RunPayload = z.infer<typeof runAnalysis.payload>;

/**
 * Like `analyses.run`, for algorithms on other servers, so that local runs never wait for a slow server, and no account
 * for another account's.
 */
export const runElsewhere = defineJob({
  name: 'analyses.run-elsewhere',
  payload: runAnalysis.payload,
  options: { ...BACKGROUND, concurrency: PROCESSES_ELSEWHERE, perAccount: 1 },
});

/** Freezes results that are older than the freezing of results. Enqueued at the start while there are any. */
export const freezeOlder = defineJob({
  name: 'analyses.freeze-older',
  payload: z.strictObject({}),
  options: BACKGROUND,
});

/** All analyses of a case have ended, so the draft can be written. Handled by the reports feature. */
export const caseAnalysed = defineJob({
  name: 'analyses.case-finished',
  payload: z.strictObject({ caseId: z.uuid(), submission: z.number().int() }),
  options: BACKGROUND,
});

/** All analyses of an institution's scan have ended. Handled by the trial feature. */
export const scanAnalysed = defineJob({
  name: 'analyses.scan-finished',
  payload: z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
  options: BACKGROUND,
});

/** The time limit for a vendor's answer has passed. Handler: vendors/vendor-answers.ts. */
export const vendorDue = defineJob({
  name: 'analyses.vendor-due',
  payload: z.strictObject({ ...owner, scanId: z.uuid() }),
  options: BACKGROUND,
});
export type VendorDuePayload = z.infer<typeof vendorDue.payload>;

/**
 * Runs a shadow version beside the active one. Two at once, so that one is prepared (copies of its files, database)
 * while the other computes; they begin behind runs that are shown. Handler: shadow-runs.ts.
 */
export const runShadow = defineJob({
  name: 'analyses.run-shadow',
  payload: z.strictObject({ shadowId: z.uuid(), scanId: z.uuid(), submission: z.number().int() }),
  options: { ...BACKGROUND, concurrency: 2 },
});
export type RunShadowPayload = z.infer<typeof runShadow.payload>;

/** A run of a version that is tried ended: an acceptance run may be complete. Handled by the evaluation feature. */
export const shadowEnded = defineJob({
  name: 'analyses.shadow-ended',
  payload: z.strictObject({ scanId: z.uuid(), algorithmId: z.string(), version: z.string() }),
  options: BACKGROUND,
});
