type Job = (signal: AbortSignal) => Promise<unknown>;

/** Beside what the reader waits for: of six connections to a server some stay free. */
const AT_ONCE = 3;

/**
 * Fetches in the background what the reader is likely to look at next. What is on its way goes on when the reader moves, for
 * it may be just what comes next; what waits is replaced.
 */
export class FetchAhead {
  readonly #controller = new AbortController();
  #waiting: Job[] = [];
  #running = 0;

  /** The likeliest first, in place of what waits. */
  aim(jobs: readonly Job[]): void {
    this.#waiting = [...jobs];
    this.#begin();
  }

  stop(): void {
    this.#waiting = [];
    this.#controller.abort();
  }

  #begin(): void {
    while (this.#running < AT_ONCE) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#running += 1;
      const end = () => {
        this.#running -= 1;
        this.#begin();
      };
      // Who goes there asks again, and is told then.
      job(this.#controller.signal).then(end, end);
    }
  }
}

/** The nearest first, on both sides: so many of the frames around one. */
export function aroundOf(total: number, at: number, most: number): number[] {
  const around: number[] = [];
  for (let by = 1; by < total && around.length < most; by += 1)
    around.push(...[at + by, at - by].filter((index) => index >= 0 && index < total));
  return around.slice(0, most);
}
