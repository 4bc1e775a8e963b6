import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';

/** The owner is either a case or a scan. */
export const ownerPayload = z.union([
  z.strictObject({ caseId: z.uuid(), submission: z.number().int() }),
  z.strictObject({ scanId: z.uuid(), submission: z.number().int() }),
]);
export type OwnerPayload = z.infer<typeof ownerPayload>;

/** Decodes every new instance, makes its preview and orders the series. Handler: ingest.ts. */
export const ingestStudies = defineJob({ name: 'studies.ingest', payload: ownerPayload, options: BACKGROUND });

/** All instances of the owner are ready or refused: analyses may be planned. Handled by the analyses feature. */
export const studiesReady = defineJob({ name: 'studies.ready', payload: ownerPayload, options: BACKGROUND });

/** Removes stored files that nothing refers to, and staging files of interrupted uploads. */
export const sweepStorage = defineJob({
  name: 'studies.sweep',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});
