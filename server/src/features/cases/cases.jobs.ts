import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import type { Parts } from '../../parts.ts';
import type { Assigning } from './assignment/assignment.ts';
import type { CaseMails } from './case-mails.ts';
import type { Claims } from './review/claims.ts';

const watchCases = defineJob({
  name: 'cases.watch',
  payload: z.strictObject({}),
  options: { ...BACKGROUND, retryLimit: 1, expireInSeconds: 300 },
});
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function createWatch(
  { queue }: Pick<Parts, 'queue'>,
  { mails, assignment, claims }: { mails: CaseMails; assignment: Assigning; claims: Claims },
) {
  /**
   * `cases.watch`: ends claims, assigns cases of absent readers and of nobody, and mails about late and unclaimed cases. Safe to
   * run twice.
   */
  async function watch(): Promise<void> {
    await claims.endClaims();
    await assignment.giveAnew();
    await assignment.giveLeft();
    await mails.watch();
  }
  return {
    watch,
    registerJobs(): void {
      queue.handle(watchCases, watch);
      queue.schedule(watchCases, EVERY_FIVE_MINUTES, {});
    },
  };
}
