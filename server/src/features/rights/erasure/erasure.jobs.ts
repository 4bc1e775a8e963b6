import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';

const options = { ...BACKGROUND, retryDelaySeconds: 10 };
const payload = z.strictObject({ erasureId: z.uuid() });
/** Finds what is due; hourly. */
export const eraseDue = defineJob({
  name: 'rights.erase-due',
  payload: z.object({}),
  options: { ...options, retryLimit: 1 },
});
export const eraseAccount = defineJob({ name: 'rights.erase', payload, options });
export const eraseFiles = defineJob({ name: 'rights.erase-files', payload, options });

/** Of the last mail, which waits for the proof. */
export const mailKeyOf = (erasureId: string) => `erasure:${erasureId}`;
