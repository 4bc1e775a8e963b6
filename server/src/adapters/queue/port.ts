import type { z } from 'zod';
import type { Page, PageWish } from '../../core/keyset.ts';
import type { Tx } from '../database/port.ts';

export interface JobOptions {
  /** Tries after the first one. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** True where each wait is about twice the last. */
  retryBackoff: boolean;
  /** Longest wait between tries, where waits grow. */
  longestRetrySeconds?: number;
  /** A try that takes longer is ended. */
  expireInSeconds: number;
  /** A worker that sends no heartbeat for this long counts as dead, and its job is run again; at least 10. */
  heartbeatSeconds: number;
  /** Jobs of this name that run at once in one process. */
  concurrency: number;
  /** How many of them may belong to one account. */
  perAccount?: number;
}

/**
 * Many tries, because a killed server counts as one. A failure in a child process is stored as a result and not tried
 * again.
 */
export const BACKGROUND: JobOptions = {
  retryLimit: 25,
  retryDelaySeconds: 2,
  retryBackoff: true,
  longestRetrySeconds: 30,
  expireInSeconds: 3600,
  heartbeatSeconds: 10,
  concurrency: 1,
};

/**
 * For calls to other systems, which may be down over night: tried for about a day, after 10 s and then with growing
 * waits.
 */
export const FOR_A_DAY = {
  retryLimit: 14,
  retryDelaySeconds: 10,
  retryBackoff: true,
  longestRetrySeconds: 6 * 3600,
  heartbeatSeconds: 10,
  concurrency: 2,
} as const satisfies Partial<JobOptions>;

export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Contains ids only, because payloads are visible in the database and on the health page. */
  readonly payload: Payload;
  readonly options: JobOptions;
}

/** Declares a job; the type of its payload comes from the schema. */
export const defineJob = <Payload extends z.ZodType>(job: JobDefinition<Payload>): JobDefinition<Payload> => job;

export interface Attempt {
  jobId: string;
  /** 1 for the first try. */
  attempt: number;
  isLastAttempt: boolean;
  signal: AbortSignal;
}

/** Thrown by a handler where further tries would not help: the job is dead at once and waits for an operator. */
export class JobGivenUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobGivenUp';
  }
}

export interface DeadJob {
  id: string;
  name: string;
  payload: unknown;
  failedAt: Date;
  reason: string;
}

/** Order of jobs: higher ranks first, and within a rank the accounts in rotation. */
export interface Turn {
  accountId: string;
  rank: 0 | 1 | 2;
}

/** The turn for calls to an account's systems, so that slow or many calls of one account do not delay others. */
export const turnOf = (accountId: string): Turn => ({ accountId, rank: 0 });

/** A queue with at-least-once delivery: handlers must be safe to run twice. */
export interface Queue {
  /** Writes the job row in the caller's transaction, so that it exists only if the change is committed. */
  enqueue<P extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: { startAfterSeconds?: number; turn?: Turn | undefined },
  ): Promise<string>;
  /** Registers the only handler of a job; call before `start`. */
  handle<P extends z.ZodType>(
    job: JobDefinition<P>,
    handler: (payload: z.output<P>, attempt: Attempt) => Promise<void>,
  ): void;
  /** Runs a job by a cron expression (UTC), once across all processes. */
  schedule<P extends z.ZodType>(job: JobDefinition<P>, cron: string, payload: z.input<P>): void;
  /** Creates the queues; with `work` it also runs the handlers. */
  start(options: { work: boolean }): Promise<void>;
  /** Waits briefly for running jobs; those that are not finished are run again later. */
  stop(): Promise<void>;
  /** @throws Error where jobs cannot be written. The cost does not grow with the number of jobs. */
  assertUsable(): Promise<void>;
  counts(): Promise<{ name: string; waiting: number; active: number; dead: number }[]>;
  /** Jobs whose last try failed, newest first. */
  deadJobs(wish: PageWish, perPage: number): Promise<Page<DeadJob>>;
  findDead(jobId: string): Promise<DeadJob | undefined>;
  /** Runs a dead job again. @returns false where there is no such dead job */
  retryDead(jobId: string): Promise<boolean>;
}
