import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';

/** Mobile networks and proxies cut a connection that is silent for 30 s or more; a comment line keeps it open. */
const HEARTBEAT_MS = 20_000;
/** The page connects again, and is authenticated anew. */
const LONGEST_STREAM_MS = 15 * 60_000;
/** Of one account, in one process. */
export const MOST_STREAMS = 10;

interface OpenStream {
  end(): void;
  /** Ends, and tells the page to come back when it is looked at. */
  displace(): void;
}

/** Who is no longer admitted, or may not be: told by the database, by whatever process it was done. */
export interface AccessEnds {
  subscribe(accountId: string, listener: { onChange: () => void; onGap: () => void }): () => void;
}

/** The streams of one server, by account, in the order in which they were opened. */
function createEventStreams(accessEnds: AccessEnds) {
  const open = new Map<string, Set<OpenStream>>();
  return {
    accessEnds,
    /** The oldest of an account gives way: the page that was opened last is the one that is looked at. */
    add(account: string, stream: OpenStream): () => void {
      const own = open.get(account) ?? new Set();
      const [oldest] = own;
      if (own.size >= MOST_STREAMS) oldest?.displace();
      open.set(account, own.add(stream));
      return () => {
        own.delete(stream);
        if (own.size === 0 && open.get(account) === own) open.delete(account);
      };
    },
    endAll(): void {
      for (const own of [...open.values()]) for (const stream of [...own]) stream.end();
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: ReturnType<typeof createEventStreams>;
  }
}

export function registerEventStreams(http: FastifyInstance, accessEnds: AccessEnds): void {
  http.decorate('eventStreams', createEventStreams(accessEnds));
}

/** Of a route: whom it answers, and whether that one is still admitted. */
interface Reader {
  reply: FastifyReply;
  actor: Extract<Actor, { id: string }>;
  assertStillAdmitted: () => Promise<void>;
}

/**
 * Answers with server-sent events (HTML Living Standard, section 9.2) until the reader leaves, is no longer admitted, or
 * the time is up. `subscribe` gets the way to send the data of one event (sent as JSON) and returns the way to
 * unsubscribe. After a gap the stream ends: a page that connects again fetches anew what it shows.
 */
export function streamEvents<Data>(
  { reply, actor, assertStillAdmitted }: Reader,
  event: string,
  subscribe: (listener: { onChange: (data: Data) => void; onGap: () => void }) => () => void,
): FastifyReply {
  const streams = reply.server.eventStreams;
  const stream = new PassThrough();
  const send = (name: string, data: unknown) => stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const recheck = () =>
    assertStillAdmitted().catch((error: unknown) => {
      // A database that is away says nothing about the reader.
      if (error instanceof AppError) end();
    });
  let isOver = false;
  function end(): void {
    if (isOver) return;
    isOver = true;
    for (const undo of undoes) undo();
    clearInterval(heartbeat);
    clearTimeout(limit);
    stream.end();
  }

  stream.write(': connected\n\n');
  const undoes = [
    streams.add(`${actor.realm}:${actor.id}`, {
      end,
      displace() {
        send('displaced', {});
        end();
      },
    }),
    streams.accessEnds.subscribe(actor.id, { onChange: () => void recheck(), onGap: () => void recheck() }),
    subscribe({ onChange: (data) => send(event, data), onGap: end }),
  ];
  // An end that nobody announces (a session that ran out) is seen here.
  const heartbeat = setInterval(() => {
    stream.write(': still here\n\n');
    void recheck();
  }, HEARTBEAT_MS);
  const limit = setTimeout(end, LONGEST_STREAM_MS);
  reply.raw.on('close', end);
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
}
