import { type SQL, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { errorToKeep } from '../../core/error-facts.ts';
import { type Place, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import type { Logger } from '../../core/logger.ts';
import { theOne } from '../../core/the-one.ts';
import { type Database, isDatabaseAway, type Tx } from '../database/port.ts';
import { createSockets, type Sockets } from '../database/sockets.ts';
import { type Attempt, type DeadJob, type JobDefinition, JobGivenUp, type Queue, type Turn } from './port.ts';

type Handler = (payload: never, attempt: Attempt) => Promise<void>;
interface Entry {
  job: JobDefinition;
  handler: Handler;
}

const STOP_TIMEOUT_MS = 10_000;
const QUIET_MS = 10_000;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

interface Options {
  url: string;
  db: Database;
  log: Logger;
  /** How long an idle worker waits before it looks for jobs again, where no notifications arrive. */
  restSeconds?: number;
  /** The same, where each new job is notified: only later tries and delayed jobs wait for it (docs/decisions/0360). */
  notifiedRestSeconds?: number;
  /** False where the schema is created elsewhere, because this role may not create it. */
  createSchema?: boolean;
  /** False: jobs that have a schedule run only where they are asked for. */
  keepsTime?: boolean;
  sockets?: Sockets;
}

/** pg-boss on the same database, so that a job row is part of the caller's transaction. */
export function createPgBossQueue({
  url,
  db,
  log,
  restSeconds = 1,
  notifiedRestSeconds = 3,
  createSchema = true,
  keepsTime = true,
  sockets = createSockets(),
}: Options): Queue {
  // pg-boss passes these settings on to the driver, although its types lack `stream`.
  const connection = { connectionString: url, max: 6, application_name: 'duai queue', stream: sockets.stream };
  const boss = new PgBoss({
    ...connection,
    createSchema,
    schedule: keepsTime,
    // Detects the job of a killed worker soon after its heartbeat has stopped.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 30,
    useListenNotify: true,
  });
  let quietUntil = 0;
  boss.on('error', (error) => {
    // Every worker polls each second, so an unreachable database is logged only once per `QUIET_MS`.
    const isAway = isDatabaseAway(error) || UNREACHABLE.has((error as NodeJS.ErrnoException).code ?? '');
    if (isAway && Date.now() < quietUntil) return;
    if (isAway) quietUntil = Date.now() + QUIET_MS;
    log.error({ err: error }, isAway ? 'the queue cannot reach the database' : 'queue error');
  });
  const entries = new Map<string, Entry>();
  const schedules: { job: JobDefinition; cron: string; payload: object }[] = [];
  let isStarted = false;

  /** pg-boss passes SQL with `$1` parameters; this runs it on the caller's connection. */
  const inTransaction = (tx: Tx) => ({
    async executeSql(text: string, values: unknown[] = []) {
      const client = (
        tx as unknown as {
          session: { client: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> } };
        }
      ).session.client;
      return client.query(text, values);
    },
  });

  /** Marks a job as dead once it fails, so that it stays until an operator has dealt with it (0: never deleted). */
  const keepDead = (name: string, id: string) =>
    db.drizzle.execute(
      sql`update pgboss.job set retry_limit = retry_count, deletion_seconds = 0 where name = ${name} and id = ${id}::uuid`,
    );

  return {
    async enqueue(tx, job, payload, { startAfterSeconds, turn } = {}) {
      const data = job.payload.parse(payload) as object;
      const id = await boss.send(job.name, data, {
        db: inTransaction(tx),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
        ...(turn ? { priority: await priorityOf(tx, job.name, turn), group: { id: turn.accountId } } : {}),
      });
      if (!id) throw new Error(`job ${job.name} was not written`);
      return id;
    },

    handle(job, handler) {
      if (entries.has(job.name)) throw new Error(`job ${job.name} has two handlers`);
      entries.set(job.name, { job, handler: handler as Handler });
    },

    schedule(job, cron, payload) {
      schedules.push({ job, cron, payload: job.payload.parse(payload) as object });
    },

    async start({ work }) {
      await boss.start();
      isStarted = true;
      await indexJobsToDo(db);
      await forgetMessagesOfQueries(db);
      for (const { job } of entries.values()) await ensureQueue(boss, job);
      if (!work) return;
      for (const { job, handler } of entries.values()) {
        let workerId: string | undefined;
        workerId = await boss.work(
          job.name,
          {
            includeMetadata: true,
            batchSize: 1,
            localConcurrency: job.options.concurrency,
            ...(job.options.perAccount && { localGroupConcurrency: job.options.perAccount }),
            pollingIntervalSeconds: restSeconds,
            notifyPollingIntervalSeconds: notifiedRestSeconds,
          },
          async ([claimed]) => {
            if (!claimed) return;
            // After a short job pg-boss waits a full interval even if more jobs are ready; this makes it look at once.
            if (workerId) boss.notifyWorker(workerId);
            const isLastAttempt = claimed.retryCount >= claimed.retryLimit;
            try {
              const payload = job.payload.parse(claimed.data) as never;
              await handler(payload, {
                jobId: claimed.id,
                attempt: claimed.retryCount + 1,
                isLastAttempt,
                signal: claimed.signal,
              });
            } catch (error) {
              if (isLastAttempt || error instanceof JobGivenUp) await keepDead(job.name, claimed.id);
              // The error is stored in the job's row and shown on the health page, so values are removed.
              throw errorToKeep(error);
            }
          },
        );
      }
      for (const { job, cron, payload } of schedules) await boss.schedule(job.name, cron, payload, { tz: 'UTC' });
    },

    async stop() {
      if (!isStarted) return;
      isStarted = false;
      await sockets.closed(boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }), 2 * STOP_TIMEOUT_MS);
    },

    async assertUsable() {
      await db.drizzle.execute(sql`select 1 from pgboss.job limit 1`);
    },

    async counts() {
      const { rows } = await db.drizzle.execute<{ name: string; waiting: number; active: number; dead: number }>(sql`
        select queue.name,
          count(*) filter (where job.state in ('created', 'retry'))::int as waiting,
          count(*) filter (where job.state = 'active')::int as active,
          count(*) filter (where job.state = 'failed')::int as dead
        from pgboss.queue left join pgboss.job on job.name = queue.name and ${sql.raw(NOT_DONE)}
        where queue.name not like '\\_\\_%' group by queue.name order by queue.name`);
      return rows;
    },

    async deadJobs(wish, perPage) {
      const { rows, ...ways } = await readPage(NEWEST_DEAD, wish, perPage, (beyond, order, { limit, offset }) =>
        readDead(
          db,
          sql`${beyond ? sql`and ${beyond}` : sql``} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`,
        ),
      );
      return { rows: rows.map(presentDead), ...ways };
    },

    async findDead(jobId) {
      const [row] = await readDead(db, sql`and id = ${jobId}::uuid`);
      return row && presentDead(row);
    },

    async retryDead(jobId) {
      // pg-boss sweeps away what waits for longer than a fortnight, counted from when the job was written.
      const { rows } = await db.drizzle.execute<{ name: string }>(
        sql`update pgboss.job set keep_until = now() + interval '14 days'
          where id = ${jobId}::uuid and state = 'failed' returning name`,
      );
      const name = rows[0]?.name;
      if (!name) return false;
      await boss.retry(name, jobId);
      return true;
    },
  };
}

const NEWEST_DEAD: readonly SortKey[] = [
  { column: sql`completed_on`, type: 'timestamptz', isDescending: true },
  { column: sql`id`, type: 'uuid', isDescending: true },
];
interface DeadRow {
  id: string;
  name: string;
  data: unknown;
  failedAt: string;
  reason: string;
  place: Place;
}
/** `more`: what follows the condition that they are dead. */
const readDead = async (db: Database, more: SQL): Promise<DeadRow[]> =>
  (
    await db.drizzle.execute<DeadRow & Record<string, unknown>>(sql`
      select id::text, name, data, completed_on::text as "failedAt", coalesce(output ->> 'message', 'unknown') as reason,
        ${placeOf(NEWEST_DEAD)} as place
      from pgboss.job where state = 'failed' ${more}`)
  ).rows;
const presentDead = ({ id, name, data, failedAt, reason }: DeadRow): DeadJob => ({
  ...{ id, name, payload: data, reason },
  failedAt: new Date(failedAt),
});

/** Ended jobs are kept for a week; this condition leaves them out of the counts, with the index below. */
const NOT_DONE = `job.state in ('created', 'retry', 'active', 'failed')`;

/** Creates an index on a table of pg-boss, which is why it is not in a migration. */
async function indexJobsToDo(db: Database): Promise<void> {
  const { rows } = await db.drizzle.execute(sql`select 1 from pg_class where relname = 'duai_job_not_done'`);
  if (rows.length > 0) return;
  await db.transaction(async (tx) => {
    // Several processes may start at the same time.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('duai_job_not_done', 0))`);
    await tx.execute(
      sql.raw(
        `create index if not exists duai_job_not_done on pgboss.job (name, state) where ${NOT_DONE.replaceAll('job.', '')}`,
      ),
    );
  });
}

/** Cleans jobs that failed before errors were cleaned (until release 0.1.0) and hold query parameters. */
async function forgetMessagesOfQueries(db: Database): Promise<void> {
  await db.drizzle.execute(sql`
    update pgboss.job set output = jsonb_build_object('message', 'a query failed')
    where output ->> 'message' like 'Failed query:%' or output -> 'cause' ? 'severity'`);
}

/** Distance between ranks, larger than any number of waiting jobs. */
const RANK = 500_000_000;

/**
 * Start-time fair queuing (Goyal, Vin, Cheng, IEEE/ACM Trans. Networking 5(5), 1997) with jobs of one length: a job's
 * round is the one after its account's last, and not before the round that is being served. Earlier rounds have the
 * higher priority. Two concurrent jobs may get the same round, since nothing is locked.
 */
async function priorityOf(tx: Tx, name: string, { accountId, rank }: Turn): Promise<number> {
  const top = rank * RANK;
  const { rows } = await tx.execute<{ round: number }>(sql`
    select greatest(
      coalesce(min(${top} - priority), 0), coalesce(max(${top} - priority) filter (where group_id = ${accountId}) + 1, 0)
    )::int as round
    from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'active') and priority <= ${top} and priority > ${top - RANK}`);
  return top - theOne(rows).round;
}

async function ensureQueue(boss: PgBoss, job: JobDefinition<z.ZodType>): Promise<void> {
  const { retryLimit, retryDelaySeconds, retryBackoff, longestRetrySeconds, expireInSeconds, heartbeatSeconds } =
    job.options;
  const settings = {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff,
    ...(retryBackoff && longestRetrySeconds ? { retryDelayMax: longestRetrySeconds } : {}),
    expireInSeconds,
    heartbeatSeconds,
    notify: true,
  };
  await boss.createQueue(job.name, settings);
  await boss.updateQueue(job.name, settings);
}
