import type { Readable } from 'node:stream';

/** After so many bytes a sender's turn is over. */
export const TURN_BYTES = 256 * 1024;
/** Who sends alone has a turn every so often (some 85 MB/s): calls that are no uploads are answered in between. */
const ALONE_MS = 3;
/** While others send too: some 20 MB/s for all requests of an account together. */
const SHARED_MS = 12;
/** Who has just sent is still at it: what was received is checked and stored, and more may follow. */
const LINGER_MS = 1000;

export type Intake = ReturnType<typeof createIntake>;

export interface Turns {
  /** Before the first byte is read, and after each `TURN_BYTES`. */
  next(): Promise<void>;
  /** Nothing more is read. */
  leave(): void;
}

interface Sender {
  requests: number;
  /** Its requests one after the other. */
  last: Promise<void>;
  lastAt: number;
  leftAt: number;
}

/**
 * Whose bytes are read when. Reading is work (parsing, hashing, writing) of the one thread that answers everybody: who
 * sends as fast as the machine reads would make all others wait. `isAlwaysShared`: everybody has the
 * pace of several. What is not read yet stays with its sender (TCP's window is full).
 */
export function createIntake({ isAlwaysShared = false, now = () => performance.now() } = {}) {
  const senders = new Map<string, Sender>();

  const hasJustSent = ({ lastAt, leftAt }: Sender) => now() - Math.max(lastAt, leftAt) < LINGER_MS;
  const isThere = (sender: Sender) => sender.requests > 0 || hasJustSent(sender);
  // An open request that sends nothing slows nobody.
  const hasOthers = (own: Sender) => [...senders.values()].some((other) => other !== own && hasJustSent(other));

  function enter(key: string): Turns {
    for (const [other, sender] of senders) if (!isThere(sender)) senders.delete(other);
    const own = senders.get(key) ?? {
      requests: 0,
      last: Promise.resolve(),
      lastAt: Number.NEGATIVE_INFINITY,
      leftAt: 0,
    };
    senders.set(key, own);
    own.requests += 1;
    const turn = async () => {
      const pace = isAlwaysShared || hasOthers(own) ? SHARED_MS : ALONE_MS;
      const waitMs = own.lastAt + pace - now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      own.lastAt = now();
    };
    return {
      next() {
        own.last = own.last.then(turn);
        return own.last;
      },
      leave() {
        own.requests -= 1;
        own.leftAt = now();
      },
    };
  }
  return { enter };
}

/** A body in turns; what is not read of it stays for others to read. */
export async function* inTurns(body: Readable, turns: Turns): AsyncGenerator<Buffer> {
  await turns.next();
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    yield chunk;
    bytes += chunk.length;
    if (bytes < TURN_BYTES) continue;
    bytes = 0;
    await turns.next();
  }
}

/** Reads the rest of a body and throws it away, in turns. */
export function drainInTurns(body: Readable, turns: Turns): void {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < TURN_BYTES) return;
    bytes = 0;
    body.pause();
    void turns.next().then(() => body.resume());
  });
  body.resume();
}
