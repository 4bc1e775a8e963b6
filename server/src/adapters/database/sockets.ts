import { Socket } from 'node:net';
import pg from 'pg';

/** How long a closing pool waits for its connections to end before they are cut. */
const GOODBYE_MS = 2000;
/** How long a silent database is waited for while the server is stopping. */
const SILENT_MS = 5000;

export type Sockets = ReturnType<typeof createSockets>;

/**
 * The sockets of database connections. The driver waits for ever for a silent server when it closes, and never answers
 * a caller whose connection is ended while it is opened. Destroying the socket resolves both.
 */
export function createSockets() {
  const open = new Set<Socket>();
  let isCut = false;

  /** For the driver's `stream` setting. */
  function stream(): Socket {
    const socket = new Socket();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Destroyed only after the driver has called connect, which would revive a destroyed socket.
    if (isCut) setImmediate(() => socket.destroy());
    return socket;
  }

  /** Destroys all sockets, and new ones at once. Open queries fail because the connection is broken. */
  function cut(): void {
    isCut = true;
    for (const socket of open) socket.destroy();
  }

  return {
    stream,
    cut,

    /** Waits for `closing`, and cuts the sockets when it takes longer than `limitMs`. */
    async closed(closing: Promise<void>, limitMs = GOODBYE_MS): Promise<void> {
      const timer = setTimeout(cut, limitMs);
      try {
        await closing;
      } finally {
        clearTimeout(timer);
      }
    },

    /** From now on cuts the sockets when the database does not answer for `SILENT_MS`. Ends with `signal`. */
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
    // A server that refuses because it has too many connections (class 53) does answer.
    return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
  } finally {
    clearTimeout(impatience);
    socket.destroy();
  }
}
