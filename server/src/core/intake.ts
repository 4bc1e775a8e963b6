import type { Readable } from 'node:stream';
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

/** Bytes of one turn of a sender. */
export const TURN_BYTES = 256 * 1024;
/** Time between turns while several send: about 20 MB/s for all requests of an account together. */
const SHARED_MS = 12;
/**
 * A sender counts as active for this long after its last bytes, because received bytes are still checked and more may
 * follow.
 */
const LINGER_MS = 1000;

/** The turns of one request. All requests of a sender take turns one after the other. */
export interface Turns {
  /** Call for the first bytes and after each `TURN_BYTES`; resolves when these bytes may be used and the next ones read. */
  next(bytes: number): Promise<void>;
}

interface Sender {
  /** Resolves after its last turn. */
  last: Promise<void>;
  lastAt: number;
}

/**
 * Shares the event loop among senders. Reading takes work (parsing, hashing, writing) in the one thread that answers
 * everybody, so a fast sender would delay all others. `isAlwaysShared`: always uses the pace for several senders.
 * Unread bytes stay with the sender (its TCP window is full).
 */
export function createIntake({ isAlwaysShared = false, now = () => performance.now() } = {}) {
  const senders = new Map<string, Sender>();

  /** Forgets senders that are idle, so that an open request without data does not slow others down. */
  function forgetIdle(own: Sender): void {
    for (const [key, sender] of senders) {
      if (sender !== own && now() - sender.lastAt >= LINGER_MS) senders.delete(key);
    }
  }

  async function turn(own: Sender): Promise<void> {
    forgetIdle(own);
    const waitMs = own.lastAt + SHARED_MS - now();
    // Whoever sends alone waits until everything else that is ready was done once: calls that are no uploads are answered then.
    if (!isAlwaysShared && senders.size === 1) await othersHadTheirTurn();
    else if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    own.lastAt = now();
  }

  function enter(key: string): Turns {
    let unpaidBytes = TURN_BYTES;
    return {
      next(bytes) {
        unpaidBytes += bytes;
        if (unpaidBytes < TURN_BYTES) return Promise.resolve();
        unpaidBytes %= TURN_BYTES;
        const own = senders.get(key) ?? { last: Promise.resolve(), lastAt: now() - SHARED_MS };
        senders.set(key, own);
        own.last = own.last.then(() => turn(own));
        return own.last;
      },
    };
  }
  return { enter };
}

/** Yields a source in turns. Several sources, one after the other, may use the turns of one request. */
export async function* inTurns(source: AsyncIterable<Buffer>, turns: Turns): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    await turns.next(chunk.length);
    yield chunk;
  }
}

/**
 * The body of a request in turns. Use it before parsing, because a parser also reads bytes that it drops. Unread bytes
 * stay in the request for other readers.
 */
export const bodyInTurns = (body: Readable, turns: Turns): AsyncGenerator<Buffer> =>
  inTurns(body.iterator({ destroyOnReturn: false }), turns);
