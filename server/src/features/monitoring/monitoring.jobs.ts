import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';

/** Compares the figures of the newest day of every version with the days before. Handler: monitoring.service.ts. */
export const checkFigures = defineJob({
  name: 'monitoring.check-figures',
  payload: z.strictObject({}),
  options: BACKGROUND,
});
