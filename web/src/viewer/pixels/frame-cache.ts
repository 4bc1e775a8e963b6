/** Fetched frames up to a size in bytes; the least recently used are dropped first. */
export class FrameCache {
  readonly #limitBytes: number;
  readonly #frames = new Map<string, ArrayBuffer>();
  readonly #coming = new Map<string, { promise: Promise<ArrayBuffer>; controller: AbortController; wanted: number }>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#frames.has(key);
  }

  /** A cached frame; it then counts as recently used. */
  peek(key: string): ArrayBuffer | undefined {
    const frame = this.#frames.get(key);
    if (!frame) return undefined;
    this.#frames.delete(key);
    this.#frames.set(key, frame);
    return frame;
  }

  /** Returns a frame, fetched once for all callers; the fetch is aborted when no caller waits any more. */
  async get(
    key: string,
    fetch: (signal: AbortSignal) => Promise<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<ArrayBuffer> {
    const known = this.peek(key);
    if (known) return known;
    signal.throwIfAborted();
    let coming = this.#coming.get(key);
    if (!coming) {
      const controller = new AbortController();
      const promise = fetch(controller.signal).then((frame) => this.#keep(key, frame));
      coming = { promise, controller, wanted: 0 };
      this.#coming.set(key, coming);
      const forget = () => {
        if (this.#coming.get(key)?.promise === promise) this.#coming.delete(key);
      };
      promise.then(forget, forget);
    }
    const mine = coming;
    mine.wanted += 1;
    const leave = () => {
      mine.wanted -= 1;
      if (mine.wanted > 0) return;
      if (this.#coming.get(key) === mine) this.#coming.delete(key);
      mine.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await mine.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #keep(key: string, frame: ArrayBuffer): ArrayBuffer {
    this.#frames.set(key, frame);
    this.#bytes += frame.byteLength;
    for (const [oldest, { byteLength }] of this.#frames) {
      if (this.#bytes <= this.#limitBytes || oldest === key) break;
      this.#frames.delete(oldest);
      this.#bytes -= byteLength;
    }
    return frame;
  }
}
