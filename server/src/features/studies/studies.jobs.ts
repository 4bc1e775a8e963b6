import { z } from 'zod';
import { defineJob } from '../../adapters/queue/port.ts';

/** Exactly one of the two owners. */
export const ownerPayload = z.union([
  z.strictObject({ caseId: z.uuid(), submission: z.number().int() }),
  z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
]);
export type OwnerPayload = z.infer<typeof ownerPayload>;

/** Many tries: a killed server counts as one. What goes wrong in a child process is recorded, not tried again. */
const background = {
  retryLimit: 25,
  retryDelaySeconds: 2,
  retryBackoff: true,
  expireInSeconds: 3600,
  heartbeatSeconds: 10,
  concurrency: 1,
};

/** Decode every new instance, make its preview, order the series. Handler: ingest.ts. */
export const ingestStudies = defineJob({ name: 'studies.ingest', payload: ownerPayload, options: background });

/** All instances of the owner are ready or refused: analyses may be planned. Handled by the analyses feature. */
export const studiesReady = defineJob({ name: 'studies.ready', payload: ownerPayload, options: background });

/** Removes stored files that nothing refers to and staging files of cut uploads. */
export const sweepStorage = defineJob({
  name: 'studies.sweep',
  payload: z.object({}),
  options: { ...background, retryLimit: 1 },
});
