import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { bodyInTurns, createIntake, type Turns } from '../core/intake.ts';
import { addressGroup } from '../core/network/address-group.ts';

/**
 * Time limits of connections. Transfers at any pace, however slow, are never cut: 100 MB take more than 13 minutes at 1
 * Mbit/s. Only silent connections are.
 */
export const CONNECTION_LIMITS = {
  /** Until the headers of a request are complete; a slow sender of headers only occupies a place (Node checks every 30 s). */
  headersTimeoutMs: 60_000,
  /** For a whole request; Node's default of 300 s would cut an upload of 100 MB below 2.7 Mbit/s. 0 = none. */
  requestTimeoutMs: 0,
  /** Longest time in which the client neither sends nor reads; it does not run while the server works on an answer. */
  silenceMs: 10 * 60_000,
  /**
   * Between two requests. Longer than the 60 s of usual proxies, so that none sends into a connection that is being
   * closed.
   */
  idleMs: 72_000,
  /** TCP keep-alive delay, which detects a peer that vanished without closing its connection (a phone out of reach). */
  probeAfterMs: 60_000,
  /** How long an early answer needs to reach a client that is still sending (RFC 9112 §9.6). */
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
 * Sets the limits that the options cannot. While the server works on an answer, the silence limit of the client does
 * not run.
 *
 * A request that is answered early (storage full, an ended session) is still read to its end and dropped. Browsers send
 * the whole body before they read the answer; otherwise the sender would stall until the connection is cut, and the
 * user would never see the reason.
 */
export function registerConnections(http: FastifyInstance, { lastRequestsMs }: { lastRequestsMs: number }): void {
  // By address, because a refused caller may be unknown.
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
 * When the server is asked to end, running requests (an upload, a download, a call) continue and new ones are refused.
 * Those that take too long are answered with an error, so that a cut is not taken for success; a download breaks off.
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
      if (reply.sent) continue;
      // With this header Node closes at once, and what a client still sends would reset the connection before it reads the answer.
      if (reply.request.raw.complete) reply.header('connection', 'close');
      reply.send(new AppError('NOT_READY'));
    }
    await pause(CONNECTION_LIMITS.lingerMs);
  });
}

async function readToEnd(body: FastifyRequest['raw'], turns: Turns): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  // The reader has stopped; its remaining listeners would keep the stream paused.
  for (const event of ['data', 'readable']) body.removeAllListeners(event);
  try {
    for await (const _ of bodyInTurns(body, turns));
  } catch {
    // The sender disconnected, so there is nothing left to read.
  }
}
