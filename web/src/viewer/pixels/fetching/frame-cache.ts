interface Coming {
  readonly promise: Promise<ArrayBuffer>;
  /** Called when nobody waits any more. */
  readonly leave: (reason: unknown) => void;
  wanted: number;
}

/** Fetches several frames in one call and hands over each as it comes. */
export type FetchMany = (
  keys: readonly string[],
  signal: AbortSignal,
  take: (key: string, frame: ArrayBuffer | Error) => void,
) => Promise<void>;

/** A call for many frames ended before this one came, which says nothing about the frame. */
class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** Fetched frames up to a size in bytes; the least recently used are dropped first. */
export class FrameCache {
  readonly #limitBytes: number;
  readonly #frames = new Map<string, ArrayBuffer>();
  readonly #coming = new Map<string, Coming>();
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
      coming = this.#await(key, fetch(controller.signal), (reason) => controller.abort(reason));
    }
    const mine = coming;
    mine.wanted += 1;
    const leave = () => {
      mine.wanted -= 1;
      if (mine.wanted > 0) return;
      if (this.#coming.get(key) === mine) this.#coming.delete(key);
      mine.leave(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await mine.promise;
    } catch (error) {
      if (!(error instanceof LeftOut) || signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', leave);
    }
    return this.get(key, fetch, signal);
  }

  /**
   * Fetches those that are neither here nor on their way, all in one call; who wants one of them meanwhile waits for it
   * here. The call is aborted when nobody waits for any of them. One that fails is told to those who wait for it alone.
   */
  async getMany(keys: readonly string[], fetch: FetchMany, signal: AbortSignal): Promise<void> {
    const wanted = keys.filter((key) => !this.has(key) && !this.#coming.has(key));
    if (wanted.length === 0) return;
    signal.throwIfAborted();
    const controller = new AbortController();
    const parts = wanted.map((key) => {
      const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
      const entry = this.#await(key, promise, (reason) => {
        if (parts.every((part) => part.entry.wanted === 0)) controller.abort(reason);
      });
      entry.wanted += 1;
      return { key, entry, resolve, reject };
    });
    const leave = () => {
      for (const { entry } of parts) entry.wanted -= 1;
      for (const { key, entry } of parts) {
        if (entry.wanted > 0) continue;
        if (this.#coming.get(key) === entry) this.#coming.delete(key);
        entry.leave(signal.reason);
      }
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      await fetch(wanted, controller.signal, (key, frame) => {
        const part = parts.find((one) => one.key === key);
        if (frame instanceof Error) part?.reject(frame);
        else part?.resolve(frame);
      });
    } catch {
      // Who waits for one of them fetches it alone, and is told what is wrong then.
    } finally {
      // For those that came this has no effect.
      for (const { reject } of parts) reject(new LeftOut());
      signal.removeEventListener('abort', leave);
    }
  }

  #await(key: string, frame: Promise<ArrayBuffer>, leave: Coming['leave']): Coming {
    const promise = frame.then((octets) => this.#keep(key, octets));
    const coming = { promise, leave, wanted: 0 };
    this.#coming.set(key, coming);
    const forget = () => {
      if (this.#coming.get(key) === coming) this.#coming.delete(key);
    };
    promise.then(forget, forget);
    return coming;
  }

  #keep(key: string, frame: ArrayBuffer): ArrayBuffer {
    // One that nobody waited for any more may come all the same, and once more for who asked again.
    this.#bytes += frame.byteLength - (this.#frames.get(key)?.byteLength ?? 0);
    this.#frames.delete(key);
    this.#frames.set(key, frame);
    for (const [oldest, { byteLength }] of this.#frames) {
      if (this.#bytes <= this.#limitBytes || oldest === key) break;
      this.#frames.delete(oldest);
      this.#bytes -= byteLength;
    }
    return frame;
  }
}
