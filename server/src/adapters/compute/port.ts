export interface ComputeOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Whose work it is: accounts take turns, and one process is always left to the others. */
  account?: string | undefined;
}

/** Heavy or hostile work in child processes that can be killed; nothing of it runs on the loop that serves HTTP. */
export interface Compute {
  /**
   * Runs a named task with plain data (structured clone).
   * @throws TaskStopped when it came to no end; TaskFailed with the code of the error that the task itself threw
   */
  run<T>(task: string, input: unknown, options: ComputeOptions): Promise<T>;
  close(): Promise<void>;
}

export type StopReason = 'TIMED_OUT' | 'CRASHED' | 'MEMORY' | 'ABORTED';

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
