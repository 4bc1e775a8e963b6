import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';

/** A scan is complete or failed, and its charge is settled. Handled by the integrations feature. */
export const scanFinished = defineJob({
  name: 'trial.scan-finished',
  payload: z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** All images of a submission from a PACS are here. Handled by the pacs feature. */
export const imagesComplete = defineJob({
  name: 'trial.images-complete',
  payload: z.strictObject({ scanId: z.uuid(), institutionId: z.uuid() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** Results can be sent back to the archive. Handled by the pacs feature. */
export const resultsReady = defineJob({
  name: 'trial.results-ready',
  payload: z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** A reader agreed with the results of an algorithm on a scan, and nobody disagrees. Handled by the pacs feature. */
export const resultsAgreed = defineJob({
  name: 'trial.results-agreed',
  payload: z.strictObject({ scanId: z.uuid(), submission: z.number().int(), algorithmId: z.string() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** Results can be sent to record systems. Handled by the hl7 feature. */
export const reportReady = defineJob({
  name: 'trial.report-ready',
  payload: z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** A study that arrives instance by instance is complete when nothing more came for a while. */
export const studyQuiet = defineJob({
  name: 'trial.study-quiet',
  payload: z.strictObject({ scanId: z.uuid() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});
