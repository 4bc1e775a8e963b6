import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long an attempt is held before it is refused: long enough that a second one would overlap. */
const HELD_MS = 300;

export interface DatabaseProxy {
  url: string;
  /** Ends all connections and refuses new ones, after a moment. */
  cut(): void;
  /** From now on neither open nor new connections get an answer. */
  silence(): void;
  /** The connections that are open now, on either side. */
  open(): number;
  mend(): void;
  /** While cut, by the client's application name: all attempts, and the most at a time. */
  attempts(): Record<string, { total: number; most: number }>;
  close(): Promise<void>;
}

/** Stands between a server and its PostgreSQL, on loopback, as a network that can be cut. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  let state: 'open' | 'cut' | 'silent' = 'open';
  const sockets = new Set<Socket>();
  const counts = new Map<string, { total: number; now: number; most: number }>();
  const remember = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };

  async function refuse(socket: Socket): Promise<void> {
    // StartupMessage (PostgreSQL, "Message Formats"): names and values, each ended by a zero.
    const first = await new Promise<Buffer>((resolve) => {
      socket.once('data', resolve);
      socket.once('close', () => resolve(Buffer.alloc(0)));
    });
    const words = first.subarray(8).toString().split('\0');
    const name = words[words.indexOf('application_name') + 1] ?? 'unknown';
    const count = counts.get(name) ?? { total: 0, now: 0, most: 0 };
    counts.set(name, count);
    count.total += 1;
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    await pause(HELD_MS);
    count.now -= 1;
    socket.destroy();
  }

  const server = createServer((socket) => {
    remember(socket);
    if (state === 'silent') return;
    if (state === 'cut') return void refuse(socket);
    const upstream = connect(Number(target.port), target.hostname);
    remember(upstream);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      state = 'cut';
      endAll();
    },
    silence() {
      state = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    open: () => sockets.size,
    mend() {
      state = 'open';
      endAll();
    },
    attempts: () => Object.fromEntries([...counts].map(([name, { total, most }]) => [name, { total, most }])),
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
