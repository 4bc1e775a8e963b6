import { sql } from 'drizzle-orm';
import type { Attempt, JobDefinition } from '../adapters/queue/port.ts';
import { createFeatures, registerJobs } from '../features.ts';
import type { Parts } from '../parts.ts';
import type { TestServer } from './test-server.ts';

type Handler = (payload: never, attempt: Attempt) => Promise<void>;

/**
 * For tests of a server with `DUAI_ROLE=web`, which runs no worker: runs its queued jobs one at a time, in the order in
 * which they were written. `replaced` parts stand in for those that the handlers use.
 */
export function driveJobs({ parts, address }: TestServer, replaced: Partial<Parts> = {}) {
  const handlers = new Map<string, { job: JobDefinition; handler: Handler }>();
  const queue: Parts['queue'] = {
    ...parts.queue,
    handle: (job, handler) => void handlers.set(job.name, { job, handler: handler as Handler }),
    schedule: () => undefined,
  };
  const driven = { ...parts, ...replaced, queue };
  registerJobs(
    driven,
    createFeatures(driven, () => address),
  );

  const waiting = async (): Promise<{ id: string; name: string; data: unknown }[]> =>
    (
      await parts.db.drizzle.execute<{ id: string; name: string; data: unknown }>(sql`
        select id::text, name, data from pgboss.job
        where state = 'created' and name not like '\\_\\_%' and name <> 'notifications.send'
        order by created_on, id`)
    ).rows;

  async function runNext(): Promise<boolean> {
    const [next] = await waiting();
    if (!next) return false;
    await parts.db.drizzle.execute(sql`delete from pgboss.job where id = ${next.id}::uuid`);
    const { job, handler } = handlers.get(next.name)!;
    const attempt = { jobId: next.id, attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    await handler(job.payload.parse(next.data) as never, attempt);
    return true;
  }

  return {
    names: [...handlers.keys()].sort(),
    waiting,
    runNext,
    /** Runs until no job waits, or the next job has this name. */
    async run({ before }: { before?: string } = {}): Promise<void> {
      for (;;) {
        const [next] = await waiting();
        if (!next || next.name === before) return;
        await runNext();
      }
    },
  };
}
