import { Socket } from 'node:net';
import pg from 'pg';

/** A closing pool gives its connections this long to say goodbye, then they are cut. */
const GOODBYE_MS = 2000;
/** A database that is silent for so long, while the server is asked to end, is not waited for. */
const SILENT_MS = 5000;

export type Sockets = ReturnType<typeof createSockets>;

/**
 * The sockets of connections to the database. The driver waits without an end for the goodbye of a server that is
 * silent, and forgets whoever waits for a connection that is ended while it is being made. A socket that is destroyed
 * ends both.
 */
export function createSockets() {
  const open = new Set<Socket>();
  let isCut = false;

  /** For `stream` of the driver's settings. */
  function stream(): Socket {
    const socket = new Socket();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // The driver connects it first; a socket that is destroyed before would come alive again.
    if (isCut) setImmediate(() => socket.destroy());
    return socket;
  }

  /** All of them end now, and new ones at once. Queries without an answer fail: the connection is broken. */
  function cut(): void {
    isCut = true;
    for (const socket of open) socket.destroy();
  }

  return {
    stream,
    cut,

    /** Waits for a closing that needs the database, and cuts where it does not come to its end. */
    async closed(closing: Promise<void>, limitMs = GOODBYE_MS): Promise<void> {
      const timer = setTimeout(cut, limitMs);
      try {
        await closing;
      } finally {
        clearTimeout(timer);
      }
    },

    /** From now on a database that is away or silent is waited for no longer than `SILENT_MS`. Ends with `signal`. */
    async cutWhenSilent(url: string, signal: AbortSignal): Promise<void> {
      let answeredAt = performance.now();
      while (!signal.aborted && !isCut) {
        if (await answers(url)) answeredAt = performance.now();
        else if (performance.now() - answeredAt >= SILENT_MS) cut();
        await new Promise((resolve) => setTimeout(resolve, SILENT_MS / 10).unref());
      }
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, application_name: 'duai probe', stream: () => socket });
  client.on('error', () => {});
  const impatience = setTimeout(() => socket.destroy(), SILENT_MS);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // A server that refuses for want of connections (class 53) is not silent.
    return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
  } finally {
    clearTimeout(impatience);
    socket.destroy();
  }
}
