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

/** Ends at once, with or without an error. */
export const brief = defineJob({ name: 'test.brief', payload: z.object({ note: z.string() }), options });

/** Ends at once, in a process whose workers hardly ever poll. */
export const chained = defineJob({ name: 'test.chained', payload: z.object({ place: z.number() }), options });

/** Never ends in the process that is killed. */
export const slow = defineJob({ name: 'test.slow', payload: z.object({ note: z.string() }), options });

/** Jobs of several accounts. */
export const inTurn = defineJob({ name: 'test.in-turn', payload: z.object({ note: z.string() }), options });
