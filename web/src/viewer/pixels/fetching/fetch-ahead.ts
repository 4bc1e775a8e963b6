type Fetch<Item> = (items: readonly Item[], signal: AbortSignal) => Promise<unknown>;

/** Calls at once, beside what the reader waits for: of six connections to a server some stay free. */
const AT_ONCE = 3;
const FIRST_ITEMS = 4;
/** What the reader comes to while it is on its way is there after so long, on a slow line too. */
const CALL_MS = 250;

/**
 * Fetches in the background what the reader is likely to look at next, several in one call: the faster they come, the more.
 * What is on its way goes on when the reader moves, for it may be just what comes next; what waits is replaced.
 */
export class FetchAhead<Item> {
  readonly #controller = new AbortController();
  readonly #most: number;
  #waiting: Item[] = [];
  #fetch: Fetch<Item> = () => Promise.resolve();
  #running = 0;
  #items: number;

  /** @param most of one call */
  constructor(most: number) {
    this.#most = most;
    this.#items = Math.min(FIRST_ITEMS, most);
  }

  /** The likeliest first, in place of what waits. */
  aim(items: readonly Item[], fetch: Fetch<Item>): void {
    this.#waiting = [...items];
    this.#fetch = fetch;
    this.#begin();
  }

  stop(): void {
    this.#waiting = [];
    this.#controller.abort();
  }

  #begin(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      const items = this.#waiting.splice(0, this.#items);
      this.#running += 1;
      const begin = performance.now();
      const end = () => {
        this.#running -= 1;
        const each = (performance.now() - begin) / items.length;
        this.#items = Math.max(1, Math.min(this.#most, Math.round(CALL_MS / each)));
        this.#begin();
      };
      // Who goes there asks again, and is told then.
      this.#fetch(items, this.#controller.signal).then(end, end);
    }
  }
}

/** The nearest first, on both sides: so many of the frames around one. */
export function aroundOf(total: number, at: number, most: number): number[] {
  const around: number[] = [];
  // Without arrays in between: with each step of the wheel hundreds are gone through.
  for (let by = 1; by < total && around.length < most; by += 1) {
    if (at + by < total) around.push(at + by);
    if (at - by >= 0 && around.length < most) around.push(at - by);
  }
  return around;
}
