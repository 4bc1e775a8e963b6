import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';

/** Mobile networks and proxies cut connections that are silent for 30 s or more; a comment line keeps them open. */
const HEARTBEAT_MS = 20_000;
/** After this time the page connects again and is authenticated again. */
const LONGEST_STREAM_MS = 15 * 60_000;
/** Most streams of one account in one process. */
export const MOST_STREAMS = 10;
/** How long a client has to read the end of its stream before its connection is cut. */
const LAST_READ_MS = 2000;

interface OpenStream {
  end(): void;
  /** Ends the stream and tells the page to reconnect when it is viewed again. */
  displace(): void;
}

/** Notifications that access may have ended, sent by the database, whichever process caused it. */
export interface AccessEnds {
  subscribe(accountId: string, listener: { onChange: () => void; onGap: () => void }): () => void;
}

/** The streams of this process, by account, in the order in which they were opened. */
function createEventStreams(accessEnds: AccessEnds) {
  const open = new Map<string, Set<OpenStream>>();
  return {
    accessEnds,
    /** Beyond the limit the oldest stream of the account is ended, since the newest page is the one in view. */
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

/** The client of a stream, and the check whether it is still admitted. */
interface Reader {
  reply: FastifyReply;
  actor: Extract<Actor, { id: string }>;
  assertStillAdmitted: () => Promise<void>;
}

/**
 * Answers with server-sent events (HTML Living Standard, section 9.2) until the client leaves, is no longer admitted,
 * or the time is up. `subscribe` gets a function that sends the data of an event as JSON, and returns one that
 * unsubscribes. After a gap the stream ends, because a page that reconnects fetches everything again.
 */
export function streamEvents<Data>(
  { reply, actor, assertStillAdmitted }: Reader,
  event: string,
  subscribe: (listener: { onChange: (data: Data) => void; onGap: () => void }) => () => void,
): FastifyReply {
  const streams = reply.server.eventStreams;
  const { socket } = reply.request.raw;
  const stream = new PassThrough();
  const send = (name: string, data: unknown) => stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const recheck = () =>
    assertStillAdmitted().catch((error: unknown) => {
      // An unreachable database says nothing about the client.
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
    // What a client does not read is never sent, so its connection would never be closed.
    if (!socket.destroyed) setTimeout(() => socket.destroy(), LAST_READ_MS).unref();
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
  // Detects an end that is not announced, such as an expired session.
  const heartbeat = setInterval(() => {
    stream.write(': still here\n\n');
    void recheck();
  }, HEARTBEAT_MS);
  const limit = setTimeout(end, LONGEST_STREAM_MS);
  reply.raw.on('close', end);
  // `close`, since an ended stream's connection would otherwise stay open for another request.
  return reply.type('text/event-stream').headers({ 'x-accel-buffering': 'no', connection: 'close' }).send(stream);
}
