import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';

/** Where a WebSocket may be opened; elsewhere a server may ignore `Upgrade` (RFC 9110 section 7.8), and the call is an ordinary one. */
const CHANNELS = '/api/dicom-web/subscribers/';
const HEARTBEAT_MS = 20_000;
/** Clients say nothing on these channels. */
const MOST_RECEIVED_BYTES = 4096;
/** What a client that does not read may leave waiting here. */
export const MOST_UNSENT_BYTES = 8 * 1024 * 1024;
const CLOSING_MS = 2000;
/** Close codes of RFC 6455 section 7.4.1, and of the registry of IANA from 1012 on. */
const CODES = { goingAway: 1001, policy: 1008, restart: 1012, later: 1013 } as const;

const heads = new WeakMap<IncomingMessage, Buffer>();

/** Option of Node's server: which calls are handed over as an upgrade. */
export const upgradeOptions = {
  shouldUpgradeCallback: ({ headers, url }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' && (url ?? '').startsWith(CHANNELS),
};

/** Has calls that open a WebSocket answered by their route, like all others: with its limit, audience and checks. */
export function registerWebSockets(http: FastifyInstance): void {
  http.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    heads.set(request, head);
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // An answer instead of the channel.
    response.once('finish', () => socket.destroySoon());
    http.routing(request, response);
  });
}

interface Client {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Extract<Actor, { id: string }>;
  assertStillAdmitted: () => Promise<void>;
}

/** An open channel of texts. */
interface Channel {
  send(text: string): void;
  /** Changes may have been missed: the client opens it again, and asks for what it needs. */
  breakOff(): void;
}

/** Whether this call asks for a WebSocket, from no page of another site. @throws AppError ORIGIN_REFUSED */
export function asksForChannel({ raw, headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  if (origin && !(URL.canParse(origin) && new URL(origin).host === host)) throw new AppError('ORIGIN_REFUSED');
  return heads.has(raw);
}

/**
 * Opens the WebSocket (RFC 6455) that `request` asks for. It ends when the client leaves or does not read, is no longer admitted, or
 * the server ends; beyond the limit of the account its oldest one ends. `opened` returns what undoes it; it is called again with each heartbeat.
 */
export function openChannel(
  { request, reply, actor, assertStillAdmitted }: Client,
  account: string,
  { opened, stillOpen }: { opened: (channel: Channel) => () => void; stillOpen: () => void },
): FastifyReply {
  const { eventStreams } = reply.server;
  const socket = request.raw.socket;
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_RECEIVED_BYTES, perMessageDeflate: false });
  reply.hijack();
  reply.raw.detachSocket(socket);
  server.handleUpgrade(request.raw, socket, heads.get(request.raw) ?? Buffer.alloc(0), (client) => follow(client));
  // It is no running request any more, for which the end of the server would wait.
  reply.raw.emit('close');
  return reply;

  function follow(client: WebSocket): void {
    let isHere = true;
    const end = (code: number) => {
      client.close(code);
      setTimeout(() => client.terminate(), CLOSING_MS).unref();
    };
    const recheck = () =>
      assertStillAdmitted().catch((error: unknown) => {
        // An unreachable database says nothing about the client.
        if (error instanceof AppError) end(CODES.policy);
      });
    const heartbeat = setInterval(() => {
      if (!isHere) return client.terminate();
      isHere = false;
      client.ping();
      stillOpen();
      void recheck();
    }, HEARTBEAT_MS);
    const undoes = [
      eventStreams.add(account, { end: () => end(CODES.goingAway), displace: () => end(CODES.later) }),
      eventStreams.accessEnds.subscribe(actor.id, { onChange: () => void recheck(), onGap: () => void recheck() }),
      opened({
        send(text) {
          if (client.bufferedAmount > MOST_UNSENT_BYTES) return end(CODES.later);
          client.send(text);
        },
        breakOff: () => end(CODES.restart),
      }),
      () => clearInterval(heartbeat),
    ];
    client.on('pong', () => {
      isHere = true;
    });
    client.on('error', () => client.terminate());
    client.once('close', () => {
      for (const undo of undoes) undo();
    });
  }
}
