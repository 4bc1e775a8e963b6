import type { z } from 'zod';
import type { Tx } from '../database/port.ts';

export interface JobOptions {
  /** Tries after the first one. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** Each wait about twice the last. */
  retryBackoff: boolean;
  /** Where waits grow: none is longer than this. */
  longestRetrySeconds?: number;
  /** A try that takes longer is given up. */
  expireInSeconds: number;
  /** A worker that is silent for this long is dead, and its job is run again; at least 10. */
  heartbeatSeconds: number;
  /** Jobs of this name at a time in one process. */
  concurrency: number;
  /** Of these, those of one account. */
  perAccount?: number;
}

/** Many tries: a killed server counts as one. What goes wrong in a child process is recorded, not tried again. */
export const BACKGROUND: JobOptions = {
  retryLimit: 25,
  retryDelaySeconds: 2,
  retryBackoff: true,
  longestRetrySeconds: 30,
  expireInSeconds: 3600,
  heartbeatSeconds: 10,
  concurrency: 1,
};

/** Calls to systems of others, which may be down over night: tried for about a day, after 10 s and then ever more rarely. */
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
  /** Ids only: payloads can be read in the database and on the health page. */
  readonly payload: Payload;
  readonly options: JobOptions;
}

/** Declares a job once; the type of its payload comes from the schema. */
export const defineJob = <Payload extends z.ZodType>(job: JobDefinition<Payload>): JobDefinition<Payload> => job;

export interface Attempt {
  jobId: string;
  /** 1 for the first try. */
  attempt: number;
  isLastAttempt: boolean;
  signal: AbortSignal;
}

/** Thrown by a handler that more tries would not bring further: its job is dead at once and waits for an operator. */
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

/** Whose turn a job takes: jobs of a higher rank first; within a rank the accounts one after the other. */
export interface Turn {
  accountId: string;
  rank: 0 | 1 | 2;
}

/** Of calls to the systems of an account: who has slow ones, or many, makes no other wait. */
export const turnOf = (accountId: string): Turn => ({ accountId, rank: 0 });

/** At-least-once: handlers are safe to run twice. */
export interface Queue {
  /** Writes the job row in the caller's transaction: it exists exactly when the change does. */
  enqueue<P extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: { startAfterSeconds?: number; turn?: Turn | undefined },
  ): Promise<string>;
  /** Registers the one handler of a job; before `start`. */
  handle<P extends z.ZodType>(
    job: JobDefinition<P>,
    handler: (payload: z.output<P>, attempt: Attempt) => Promise<void>,
  ): void;
  /** Runs a job by the clock (UTC), once over all processes. */
  schedule<P extends z.ZodType>(job: JobDefinition<P>, cron: string, payload: z.input<P>): void;
  /** Makes the queues; with `work`, also runs the handlers. */
  start(options: { work: boolean }): Promise<void>;
  /** Waits for running jobs a little; what is not done then is run again later. */
  stop(): Promise<void>;
  /** Throws where jobs cannot be written. Costs the same however many jobs there are. */
  assertUsable(): Promise<void>;
  counts(): Promise<{ name: string; waiting: number; active: number; dead: number }[]>;
  /** Jobs whose last try failed, newest first. */
  deadJobs(): Promise<DeadJob[]>;
  /** Gives a dead job a new life. @returns false where there is no such dead job. */
  retryDead(jobId: string): Promise<boolean>;
}
