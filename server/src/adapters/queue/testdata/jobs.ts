import { z } from 'zod';
import { defineJob } from '../port.ts';

const options = {
  retryLimit: 1,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  concurrency: 1,
};

/** Ends at once, well or badly. */
export const brief = defineJob({ name: 'test.brief', payload: z.object({ note: z.string() }), options });

/** Never ends in the process that is killed. */
export const slow = defineJob({ name: 'test.slow', payload: z.object({ note: z.string() }), options });
