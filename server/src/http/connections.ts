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
  /**
   * How long a client that is still sending has to read an early answer before its connection is closed (RFC 9112
   * §9.6). It is waited for only while it sends.
   */
  lingerMs: 5000,
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
  const drained = new Set<Promise<void>>();
  http.addHook('onRequest', (request, reply, done) => {
    request.raw.once('end', () => {
      if (!reply.raw.headersSent) request.raw.socket.setTimeout?.(0);
    });
    reply.raw.once('finish', () => {
      const drain = readToEnd(request.raw, drains.enter(addressGroup(request.ip)));
      drained.add(drain);
      void drain.then(() => drained.delete(drain));
    });
    done();
  });
  letRequestsEnd(http, { lastRequestsMs, drained });
  http.addHook('onSend', (request, _reply, payload, done) => {
    request.raw.socket.setTimeout?.(http.server.timeout);
    done(null, payload);
  });
}

/**
 * When the server is asked to end, running requests (an upload, a download, a call) continue and new ones are refused.
 * Those that take too long are answered with an error, so that a cut is not taken for success; a download breaks off.
 * `drained`: answered requests whose sender still sends; they have `lingerMs` to read the answer.
 */
function letRequestsEnd(
  http: FastifyInstance,
  { lastRequestsMs, drained }: { lastRequestsMs: number; drained: ReadonlySet<unknown> },
): void {
  const unanswered = new Set<FastifyReply>();
  let isClosing = false;
  http.addHook('onRequest', async (request, reply) => {
    if (isClosing) {
      closeAfterAnswer(request, reply);
      throw new AppError('NOT_READY');
    }
    unanswered.add(reply);
    for (const event of ['finish', 'close']) reply.raw.once(event, () => unanswered.delete(reply));
  });
  http.addHook('preClose', async () => {
    isClosing = true;
    http.eventStreams.endAll();
    await untilEmpty(unanswered, lastRequestsMs);
    for (const reply of unanswered) {
      if (reply.sent) continue;
      closeAfterAnswer(reply.request, reply);
      reply.send(new AppError('NOT_READY'));
    }
    await untilEmpty(unanswered, CONNECTION_LIMITS.lingerMs);
    // In full after the last answer has gone out, however late a busy machine sent it.
    await untilEmpty(drained, CONNECTION_LIMITS.lingerMs);
  });
}

/**
 * Node closes a connection with this header at once, and what a client still sends would reset it before the client
 * reads the answer; so the header is for requests that have arrived whole. (Fastify sets it for all while it closes.)
 */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  if (raw.complete || !hasBody) reply.header('connection', 'close');
  else reply.raw.removeHeader('connection');
}

/** Waits until `set` is empty, at most `limitMs`. */
async function untilEmpty(set: ReadonlySet<unknown>, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (set.size > 0 && performance.now() < end) await pause(10);
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
