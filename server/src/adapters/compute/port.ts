export interface ComputeOptions {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Heavy or hostile work in child processes that can be killed; nothing of it runs on the loop that serves HTTP. */
export interface Compute {
  /**
   * Runs a named task with plain data (structured clone).
   * @throws ComputeError TIMED_OUT, CRASHED, MEMORY, ABORTED; or the task's own error with its `code`
   */
  run<T>(task: string, input: unknown, options: ComputeOptions): Promise<T>;
  close(): Promise<void>;
}

export class ComputeError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ComputeError';
    this.code = code;
  }
}
