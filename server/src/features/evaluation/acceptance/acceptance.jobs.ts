import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';

/** Plan the version of an acceptance run on each labelled study. Handler: acceptance-runs.ts. */
export const beginAcceptance = defineJob({
  name: 'evaluation.begin-acceptance',
  payload: z.strictObject({ acceptanceId: z.uuid() }),
  options: BACKGROUND,
});
