export interface ComputeOptions {
  /** So long on the clock, whatever the machine does besides. */
  timeoutMs: number;
  /** So long on a processor: what counts against the work itself. A machine that is busy with other things takes nothing of it. */
  processorMs?: number;
  signal?: AbortSignal;
  /**
   * Whose work it is: accounts take turns, and one process is always left to the others. Undefined for our own jobs, and
   * never for what a call asks for.
   */
  account: string | undefined;
}

/** What the child processes of a pool can do, by name. Inputs and results are plain data (structured clone). */
export type TaskSet = Record<string, (input: never) => Promise<unknown>>;
export type InputOf<Tasks extends TaskSet, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
export type ResultOf<Tasks extends TaskSet, Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Heavy or hostile work in child processes that can be killed; nothing of it runs on the loop that serves HTTP. */
export interface Compute<Tasks extends TaskSet> {
  /**
   * Runs a task by its name.
   * @throws TaskStopped when it came to no end; TaskFailed with the code of the error that the task itself threw
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

/** The process died or was ended before the task answered. That says nothing about what the task was given. */
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

/** Processes that wait for other servers: no more runs of `analyses.run-elsewhere` go at a time. */
export const PROCESSES_ELSEWHERE = 3;
