import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';

/** Compare the figures of the newest day of every version with those before. Handler: monitoring.service.ts. */
export const checkFigures = defineJob({
  name: 'monitoring.check-figures',
  payload: z.strictObject({}),
  options: BACKGROUND,
});
