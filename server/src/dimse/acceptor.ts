import type { X509Certificate } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { APPLICATION_CONTEXT } from './messages/uids.ts';
import { type AssociateRequest, associateAcceptPdu, parseAssociateRequest } from './upper-layer/associate.ts';
import {
  ARTIM_MS,
  type Association,
  abortConnection,
  createAssociation,
  lingerThenCut,
  readPduHeader,
  unexpected,
} from './upper-layer/association.ts';
import { answerOf, type Implementation, type OfferOf, rejectionOf } from './upper-layer/negotiate.ts';
import { PDU, REJECTIONS, type Rejection, rejectPdu } from './upper-layer/pdu.ts';
import { type SocketBytes, socketBytes } from './upper-layer/socket-bytes.ts';

/** Longest silence where data is due, in ms. */
export const IDLE_MS = 30_000;

/** The other end of a connection. */
export interface Caller {
  address: string;
  isTls: boolean;
  /** The certificate that the caller presented, for which it proved to have the key; null where there is none. */
  certificate: { sha256: string; validFrom: Date; validTo: Date } | null;
}

export type Admission<Peer> =
  | {
      peer: Peer;
      /**
       * Connections with the same key are counted together; beyond `atOnce` associations the next is rejected as
       * temporary.
       */
      key: string;
      atOnce: number;
      offerOf: OfferOf;
    }
  | { rejection: Rejection };

type Admitted<Peer> = Exclude<Admission<Peer>, { rejection: Rejection }>;

export interface AcceptorOptions<Peer> {
  host: string;
  port: number;
  /** Without it connections are not encrypted. */
  tls?: { key: string; cert: string };
  implementation: Implementation;
  /** Most connections in total, and most from one address that have not requested an association yet. */
  limits: { connections: number; waitingOfAddress: number };
  /** Decides whether a caller may associate, and for which services. */
  admit(request: AssociateRequest, caller: Caller): Promise<Admission<Peer>>;
  /** Serves the association until it is released. An error aborts it. */
  serve(association: Association, peer: Peer): Promise<void>;
  /** Called when a connection ends without a release; `peer` is set where the caller was admitted. */
  onFailure(error: unknown, caller: Caller, peer: Peer | undefined): void;
  timers?: { artimMs: number; idleMs: number };
}

export interface Acceptor {
  port: number;
  /** Accepts no more connections; associations have this time, in ms, to end. */
  close(lastMs: number): Promise<void>;
}

/**
 * TLS by BCP 195 (RFC 9325) and PS3.15 annex B.12: version 1.2 or newer, forward secrecy, authenticated encryption.
 * Every caller presents a certificate; `admit` identifies it by its hash.
 */
const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'DHE-RSA-AES256-GCM-SHA384',
    'DHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  dhparam: 'auto',
  honorCipherOrder: true,
  requestCert: true,
  // Certificates of peers are pinned individually, so their issuer does not matter.
  rejectUnauthorized: false,
} as const;

/** Listens for associations (PS3.8 section 9.2). @throws Error when the port is taken */
export async function startAcceptor<Peer>(options: AcceptorOptions<Peer>): Promise<Acceptor> {
  const { limits, timers = { artimMs: ARTIM_MS, idleMs: IDLE_MS } } = options;
  const open = new Set<Socket>();
  /** Connections that have not requested an association yet, by address and port. */
  const waiting = new Map<string, Map<number, Socket>>();
  /** Connections that were admitted and are not closed yet, by key. */
  const ofKey = new Map<string, Set<Socket>>();
  /** Those of them whose association is over while the other side has not closed yet. */
  const lingering = new Set<Socket>();
  const serving = new Set<Promise<void>>();

  const server: Server = options.tls
    ? createTlsServer({ ...TLS, ...options.tls, handshakeTimeout: timers.artimMs }, take)
    : createServer(take);
  // Counted from the first packet, so that connections that never finish their handshake count too.
  server.on('connection', count);
  server.on('tlsClientError', () => {});

  function count(socket: Socket): void {
    socket.on('error', () => {});
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    open.add(socket);
    const ofAddress = waiting.get(address) ?? new Map<number, Socket>();
    waiting.set(address, ofAddress.set(port, socket));
    socket.once('close', () => {
      open.delete(socket);
      // The port may have been reused by a new connection.
      if (waiting.get(address)?.get(port) === socket) waitsNoMore(address, port);
    });
    // The oldest silent connection is closed, so that idle ones keep nobody out, not even callers from the same
    // address.
    if (open.size > limits.connections) endOldestOf(busiestAddress() ?? address);
    else if (ofAddress.size > limits.waitingOfAddress) endOldestOf(address);
  }

  /** The address with the most connections that have not requested an association. */
  function busiestAddress(): string | undefined {
    let busiest: { address: string; size: number } | undefined;
    for (const [address, { size }] of waiting) if (size > (busiest?.size ?? 0)) busiest = { address, size };
    return busiest?.address;
  }

  function endOldestOf(address: string): void {
    for (const [port, socket] of waiting.get(address) ?? []) {
      // Its place is free at once, since the next connection may come before this one is closed.
      waitsNoMore(address, port);
      open.delete(socket);
      socket.destroy();
      return;
    }
  }

  function waitsNoMore(address: string, port: number): void {
    const ofAddress = waiting.get(address);
    ofAddress?.delete(port);
    if (ofAddress?.size === 0) waiting.delete(address);
  }

  function take(socket: Socket | TLSSocket): void {
    socket.setNoDelay(true);
    const done = converse(socket).finally(() => serving.delete(done));
    serving.add(done);
  }

  async function converse(socket: Socket): Promise<void> {
    const bytes = socketBytes(socket, { idleMs: timers.idleMs });
    const caller = callerOf(socket);
    const { remoteAddress = '', remotePort = 0 } = socket;
    let admitted: Admitted<Peer> | undefined;
    let association: Association | undefined;
    try {
      bytes.setDeadline(timers.artimMs);
      const request = await readRequest(bytes);
      bytes.setDeadline(undefined);
      let admission = await decide(request, caller);
      if ('key' in admission && !takePlace(admission, socket)) admission = { rejection: REJECTIONS.localLimit };
      if ('rejection' in admission) {
        await bytes.write([rejectPdu(admission.rejection)]);
        lingerThenCut(socket);
        return;
      }
      admitted = admission;
      const { accept, contexts } = answerOf(request, admitted.offerOf, options.implementation);
      const { callingAe, calledAe } = request;
      const peerMaxDataBytes = request.user.maxDataBytes;
      association = createAssociation(socket, bytes, { callingAe, calledAe, contexts, peerMaxDataBytes });
      waitsNoMore(remoteAddress, remotePort);
      await bytes.write([associateAcceptPdu(accept, APPLICATION_CONTEXT)]);
      await options.serve(association, admitted.peer);
    } catch (error) {
      if (association) association.abort(error);
      else abortConnection(socket, error);
      options.onFailure(error, caller, admitted?.peer);
    } finally {
      if (admitted) leavePlaceWhenClosed(admitted, socket);
    }
  }

  /**
   * A connection keeps its place until it is closed, so that a peer that releases but stays connected only uses up its
   * own places. Where all are taken, the oldest one whose association is over is cut. @returns false where there is
   * none
   */
  function takePlace({ key, atOnce }: Admitted<Peer>, socket: Socket): boolean {
    const sockets = ofKey.get(key) ?? new Set();
    if (sockets.size >= atOnce) {
      const over = [...sockets].find((other) => lingering.has(other));
      if (!over) return false;
      sockets.delete(over);
      over.destroy();
    }
    ofKey.set(key, sockets.add(socket));
    return true;
  }

  function leavePlaceWhenClosed({ key }: Admitted<Peer>, socket: Socket): void {
    const leave = () => {
      lingering.delete(socket);
      ofKey.get(key)?.delete(socket);
      if (ofKey.get(key)?.size === 0) ofKey.delete(key);
    };
    if (socket.destroyed) leave();
    else lingering.add(socket.once('close', leave));
  }

  async function decide(request: AssociateRequest, caller: Caller): Promise<Admission<Peer>> {
    const rejection = rejectionOf(request);
    if (rejection) return { rejection };
    try {
      return await options.admit(request, caller);
    } catch (error) {
      // An internal error, possibly temporary, such as an unreachable database.
      options.onFailure(error, caller, undefined);
      return { rejection: REJECTIONS.congestion };
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close(lastMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, lastMs);
      for (const ofAddress of waiting.values()) for (const socket of ofAddress.values()) socket.destroy();
      await Promise.all([closed, ...serving]);
      clearTimeout(timer);
    },
  };
}

async function readRequest(bytes: SocketBytes): Promise<AssociateRequest> {
  const header = await readPduHeader(bytes);
  if (header.type !== PDU.associateRequest) throw await unexpected(bytes, header);
  return parseAssociateRequest(await bytes.take(header.length));
}

function callerOf(socket: Socket | TLSSocket): Caller {
  // The same IPv4 address whether or not the server listens on IPv6.
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const certificate = 'getPeerX509Certificate' in socket ? socket.getPeerX509Certificate() : undefined;
  return { address, isTls: 'encrypted' in socket, certificate: certificate ? factsOf(certificate) : null };
}

const factsOf = (certificate: X509Certificate): Caller['certificate'] => ({
  sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  validFrom: certificate.validFromDate,
  validTo: certificate.validToDate,
});
