import type { Readable } from 'node:stream';

/** After so many bytes a sender's turn is over. */
export const TURN_BYTES = 256 * 1024;
/** Who sends alone has a turn every so often (some 250 MB/s): calls that are no uploads are answered in between. */
const ALONE_MS = 1;
/** While others send too: some 20 MB/s for all requests of an account together. */
const SHARED_MS = 12;
/** Who has just sent is still at it: what was received is checked and stored, and more may follow. */
const LINGER_MS = 1000;

/** The turns of one request; those of all requests of its sender come one after the other. */
export interface Turns {
  /** For the first bytes, and after each `TURN_BYTES`: resolves when these may be used and the next be read. */
  next(bytes: number): Promise<void>;
}

interface Sender {
  /** Its turns so far. */
  last: Promise<void>;
  lastAt: number;
}

/**
 * Whose bytes are read when. Reading is work (parsing, hashing, writing) of the one thread that answers everybody: who
 * sends as fast as the machine reads would make all others wait. `isAlwaysShared`: everybody has the
 * pace of several. What is not read yet stays with its sender (TCP's window is full).
 */
export function createIntake({ isAlwaysShared = false, now = () => performance.now() } = {}) {
  const senders = new Map<string, Sender>();

  /** An open request that sends nothing slows nobody: its sender is forgotten. */
  function forgetIdle(own: Sender): void {
    for (const [key, sender] of senders) {
      if (sender !== own && now() - sender.lastAt >= LINGER_MS) senders.delete(key);
    }
  }

  async function turn(own: Sender): Promise<void> {
    forgetIdle(own);
    const pace = isAlwaysShared || senders.size > 1 ? SHARED_MS : ALONE_MS;
    const waitMs = own.lastAt + pace - now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
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

/** What a source gives, in turns. Several sources, one after the other, may have the turns of one request. */
export async function* inTurns(source: AsyncIterable<Buffer>, turns: Turns): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    await turns.next(chunk.length);
    yield chunk;
  }
}

/**
 * The body of a request in turns, to be read before anything is made of it: a parser reads what it throws away too. What
 * is not read of it stays for others to read.
 */
export const bodyInTurns = (body: Readable, turns: Turns): AsyncGenerator<Buffer> =>
  inTurns(body.iterator({ destroyOnReturn: false }), turns);
