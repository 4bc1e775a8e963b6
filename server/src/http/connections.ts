import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { bodyInTurns, createIntake, type Turns } from '../core/intake.ts';
import { addressGroup } from '../core/network/address-group.ts';

/**
 * How long a connection may last. What is sent or read at any pace, however slow, is never cut: 100 MB take more than
 * 13 minutes at 1 Mbit/s. What is silent is.
 */
export const CONNECTION_LIMITS = {
  /** Until the head of a request is there: one that sends it byte by byte only holds a place (Node looks every 30 s). */
  headersTimeoutMs: 60_000,
  /** The whole of a request; Node's own 300 s would cut an upload of 100 MB below 2.7 Mbit/s. 0 = none. */
  requestTimeoutMs: 0,
  /** The other side sent nothing, or took nothing; while this one works on an answer nobody is waited for. */
  silenceMs: 10 * 60_000,
  /** Between two requests. Longer than the 60 s of usual proxies, so that none sends into a connection that is closing. */
  idleMs: 72_000,
  /** TCP keep-alive delay: finds a peer that is gone without closing its connection (a phone out of reach). */
  probeAfterMs: 60_000,
  /** An answer that comes before its request was read needs this long to reach a sender that still sends (RFC 9112 §9.6). */
  lingerMs: 2000,
} as const;

/** Options for Fastify that set these limits. */
export const connectionOptions = {
  requestTimeout: CONNECTION_LIMITS.requestTimeoutMs,
  connectionTimeout: CONNECTION_LIMITS.silenceMs,
  keepAliveTimeout: CONNECTION_LIMITS.idleMs,
  http: {
    headersTimeout: CONNECTION_LIMITS.headersTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelay: CONNECTION_LIMITS.probeAfterMs,
  },
} as const;

/**
 * Sets what the options cannot say. The work on an answer is no silence of the peer, so its limit rests meanwhile.
 *
 * A request that is answered before it is read to its end (storage full, a session that is over) is read to its end all
 * the same, and thrown away. Browsers send all of it before they look at the answer: if nobody read, the sender would
 * stand still until the connection is cut, and its reader would never be told why.
 */
export function registerConnections(http: FastifyInstance, { lastRequestsMs }: { lastRequestsMs: number }): void {
  // By address: who is refused need not be anybody we know.
  const drains = createIntake({ isAlwaysShared: true });
  http.addHook('onRequest', (request, reply, done) => {
    request.raw.once('end', () => {
      if (!reply.raw.headersSent) request.raw.socket.setTimeout?.(0);
    });
    reply.raw.once('finish', () => void readToEnd(request.raw, drains.enter(addressGroup(request.ip))));
    done();
  });
  letRequestsEnd(http, lastRequestsMs);
  http.addHook('onSend', (request, _reply, payload, done) => {
    request.raw.socket.setTimeout?.(http.server.timeout);
    done(null, payload);
  });
}

/**
 * A server that is asked to end lets go on what is on its way (an upload, a download, a call), and takes nothing new. What
 * is not over in time is answered with an error, so that nobody takes a cut for a success; a download breaks off.
 */
function letRequestsEnd(http: FastifyInstance, lastRequestsMs: number): void {
  const running = new Set<FastifyReply>();
  let isClosing = false;
  let whenEmpty = () => {};
  http.addHook('onRequest', async (_request, reply) => {
    if (isClosing) {
      reply.header('connection', 'close');
      throw new AppError('NOT_READY');
    }
    running.add(reply);
    for (const event of ['finish', 'close'])
      reply.raw.once(event, () => {
        running.delete(reply);
        if (running.size === 0) whenEmpty();
      });
  });
  http.addHook('preClose', async () => {
    isClosing = true;
    http.eventStreams.endAll();
    if (running.size === 0) return;
    const isOver = await new Promise<boolean>((resolve) => {
      const limit = setTimeout(() => resolve(false), lastRequestsMs);
      whenEmpty = () => {
        clearTimeout(limit);
        resolve(true);
      };
    });
    if (isOver) return;
    for (const reply of running) {
      if (!reply.sent) reply.header('connection', 'close').send(new AppError('NOT_READY'));
    }
    await pause(CONNECTION_LIMITS.lingerMs);
  });
}

async function readToEnd(body: FastifyRequest['raw'], turns: Turns): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  // The reader has stopped. Listeners that remain would keep the stream paused.
  for (const event of ['data', 'readable']) body.removeAllListeners(event);
  try {
    for await (const _ of bodyInTurns(body, turns));
  } catch {
    // The sender went away: nobody is left to read for.
  }
}
