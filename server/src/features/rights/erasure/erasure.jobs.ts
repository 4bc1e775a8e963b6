import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';

const options = { ...BACKGROUND, retryDelaySeconds: 10 };
const payload = z.strictObject({ erasureId: z.uuid() });
/** Starts erasures that are due; hourly. */
export const eraseDue = defineJob({
  name: 'rights.erase-due',
  payload: z.object({}),
  options: { ...options, retryLimit: 1 },
});
export const eraseAccount = defineJob({ name: 'rights.erase', payload, options });
export const eraseFiles = defineJob({ name: 'rights.erase-files', payload, options });

/** Key of the last mail, which is held until the proof exists. */
export const mailKeyOf = (erasureId: string) => `erasure:${erasureId}`;
