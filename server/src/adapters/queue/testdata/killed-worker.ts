import { sql } from 'drizzle-orm';
import { createLogger } from '../../../core/logger.ts';
import { connectDatabase } from '../../database/connect.ts';
import { createPgBossQueue } from '../pg-boss.ts';
import { slow } from './jobs.ts';

/** A worker that starts a job and waits to be killed. It writes its progress into the table `effects`. */
const url = process.env.WORKER_DATABASE_URL!;
const db = await connectDatabase(url, { max: 2 });
const queue = createPgBossQueue({ url, db, log: createLogger('silent') });
const say = (note: string) => db.drizzle.execute(sql`insert into effects (note) values (${note})`);

queue.handle(slow, async () => {
  await say('begun');
  await new Promise<never>(() => undefined);
});
await queue.start({ work: true });
await say('ready');
