import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { APPLICATION_CONTEXT } from './messages/uids.ts';
import {
  associateRequestPdu,
  type ProposedContext,
  parseAssociateAccept,
  type UserInformation,
} from './upper-layer/associate.ts';
import {
  ARTIM_MS,
  type Association,
  abortConnection,
  createAssociation,
  readPduHeader,
  unexpected,
} from './upper-layer/association.ts';
import type { AcceptedContext, Implementation } from './upper-layer/negotiate.ts';
import { MAX_DATA_BYTES, PDU, parseRejection, type Rejection } from './upper-layer/pdu.ts';
import { INVALID_PARAMETER, ProtocolError } from './upper-layer/protocol-error.ts';
import { socketBytes } from './upper-layer/socket-bytes.ts';

/** Most contexts of a request: their ids are odd and fit into one byte (PS3.8 table 9-13). */
export const MOST_CONTEXTS = 128;

export interface RequestorOptions {
  host: string;
  port: number;
  callingAe: string;
  calledAe: string;
  implementation: Implementation;
  /** In order of preference; at most 128. */
  proposals: readonly { abstractSyntax: string; transferSyntaxes: string[] }[];
  user?: Partial<Pick<UserInformation, 'roles' | 'extended'>>;
  timers?: { artimMs: number; idleMs: number };
  /** Without it the connection is not encrypted. `sha256`: hash of the certificate that the other side must present. */
  tls?: { key: string; cert: string; sha256: string };
}

/** The other side rejected the association. */
export class AssociationRejected extends Error {
  override readonly name = 'AssociationRejected';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(`the association was rejected (${rejection.result}, ${rejection.source}, ${rejection.reason})`);
    this.rejection = rejection;
  }
}

/** The connection could not be established. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  /** Code of the system (ECONNREFUSED, ETIMEDOUT, …) or of TLS; CERTIFICATE where another certificate was presented. */
  readonly code: string;

  constructor(code: string, options?: { cause?: unknown }) {
    super(`the connection failed: ${code}`, options);
    this.code = code;
  }
}

/** Requests an association. @throws ConnectionFailed, AssociationRejected, AssociationLost, ProtocolError */
export async function requestAssociation(options: RequestorOptions): Promise<Association> {
  const { timers = { artimMs: ARTIM_MS, idleMs: 30_000 }, callingAe, calledAe, implementation } = options;
  if (options.proposals.length > MOST_CONTEXTS) throw new RangeError('an association has 128 contexts at most');
  const contexts = options.proposals.map((proposal, index): ProposedContext => ({ id: 2 * index + 1, ...proposal }));
  const socket = await openSocket(options, timers.artimMs);
  socket.setNoDelay(true);
  const bytes = socketBytes(socket, { idleMs: timers.idleMs });
  try {
    const user: UserInformation = {
      maxDataBytes: MAX_DATA_BYTES,
      implementationClassUid: implementation.classUid,
      implementationVersionName: implementation.versionName,
      roles: new Map(),
      extended: new Map(),
      hasOperationsWindow: false,
      ...options.user,
    };
    const request = { callingAe, calledAe, applicationContext: APPLICATION_CONTEXT, contexts, user };
    await bytes.write([associateRequestPdu(request)]);
    const header = await readPduHeader(bytes);
    if (header.type === PDU.associateReject)
      throw new AssociationRejected(parseRejection(await bytes.take(header.length)));
    if (header.type !== PDU.associateAccept) throw await unexpected(bytes, header);
    const accept = parseAssociateAccept(await bytes.take(header.length));
    return createAssociation(socket, bytes, {
      callingAe,
      calledAe,
      contexts: acceptedOf(contexts, accept.contexts),
      peerMaxDataBytes: accept.user.maxDataBytes,
    });
  } catch (error) {
    if (error instanceof AssociationRejected) socket.destroy();
    else abortConnection(socket, error);
    throw error;
  }
}

function acceptedOf(
  proposed: ProposedContext[],
  answers: readonly { id: number; result: number; transferSyntax: string }[],
): AcceptedContext[] {
  const byId = new Map(proposed.map((context) => [context.id, context]));
  return answers.flatMap(({ id, result, transferSyntax }) => {
    const context = byId.get(id);
    if (result !== 0) return [];
    if (!context?.transferSyntaxes.includes(transferSyntax))
      throw new ProtocolError(INVALID_PARAMETER, 'a context was accepted that was not proposed');
    return [{ id, abstractSyntax: context.abstractSyntax, transferSyntax }];
  });
}

function openSocket({ host, port, tls }: RequestorOptions, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({
          host,
          port,
          key: tls.key,
          cert: tls.cert,
          minVersion: 'TLSv1.2',
          // The other side's certificate is pinned by its hash, so its issuer does not matter.
          rejectUnauthorized: false,
        })
      : connect({ host, port });
    const fail = (code: string, cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new ConnectionFailed(code, { cause }));
    };
    const timer = setTimeout(() => fail('ETIMEDOUT'), timeoutMs);
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'FAILED', error));
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      const shown =
        'getPeerX509Certificate' in socket
          ? socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
          : undefined;
      if (tls && shown !== tls.sha256) {
        fail('CERTIFICATE');
        return;
      }
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
