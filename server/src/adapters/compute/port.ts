export interface ComputeOptions {
  /** So long on the clock, whatever the machine does besides. */
  timeoutMs: number;
  /** So long on a processor: what counts against the work itself. A machine that is busy with other things takes nothing of it. */
  processorMs?: number;
  signal?: AbortSignal;
  /**
   * The account whose turn the task takes; one process always stays free for other accounts. Undefined for internal
   * jobs only, never for work that a request asks for.
   */
  account: string | undefined;
  /** Work that nobody waits for: it begins while nothing else waits, and leaves one process to everything else. */
  isBehind?: boolean;
}

/** The tasks of a pool, by name. Inputs and results are plain data (structured clone). */
export type TaskSet = Record<string, (input: never) => Promise<unknown>>;
export type InputOf<Tasks extends TaskSet, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
export type ResultOf<Tasks extends TaskSet, Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Runs heavy or hostile work in child processes that can be killed, off the event loop that serves HTTP. */
export interface Compute<Tasks extends TaskSet> {
  /**
   * Runs a task by its name. @throws TaskStopped when the process ended without an answer; TaskFailed with the code of
   * the task's own error
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: InputOf<Tasks, Name>,
    options: ComputeOptions,
  ): Promise<ResultOf<Tasks, Name>>;
  close(): Promise<void>;
}

/** STARVED: the clock ran out before the processor time that the task was given, so it is our slowness. */
export type StopReason = 'TIMED_OUT' | 'STARVED' | 'CRASHED' | 'MEMORY' | 'ABORTED';

/** The process died or was killed before it answered. This says nothing about the input of the task. */
export class TaskStopped extends Error {
  readonly code: StopReason;

  constructor(code: StopReason, message: string) {
    super(message);
    this.name = 'TaskStopped';
    this.code = code;
  }
}

/** The task threw an error of its own. */
export class TaskFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'TaskFailed';
    this.code = code;
  }
}

/** Processes that wait for other servers; this many runs of `analyses.run-elsewhere` run at once. */
export const PROCESSES_ELSEWHERE = 3;
