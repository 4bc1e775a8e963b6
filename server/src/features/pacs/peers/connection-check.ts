import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { pacs as contract } from '@duai/contract';
import { isPublicAddress } from '../../../core/network/public-address.ts';
import { SECONDARY_CAPTURE, searchTestPatient, testImage } from '../../../core/test-image.ts';
import { type Outcome, STATUS } from '../../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, STUDY_ROOT, VERIFICATION } from '../../../dimse/messages/uids.ts';
import { AssociationRejected, ConnectionFailed } from '../../../dimse/requestor.ts';
import { createUser } from '../../../dimse/services/user.ts';
import type { Association } from '../../../dimse/upper-layer/association.ts';
import { AssociationLost } from '../../../dimse/upper-layer/protocol-error.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { callPeer } from './call-peer.ts';

/** In ms; short enough for a person who waits in front of the page. */
const CONNECT_MS = 8000;

interface Failure {
  problem: contract.ConnectionProblem;
  detail?: string | undefined;
}
type Result = 'passed' | Failure;

/** Ends the check; the remaining steps are not done. */
class Stop extends Error {}

/**
 * Checks the connection to a peer step by step, as in real use: name, port, TLS, association, C-ECHO, and on request
 * the store of a generated image and a search that matches only that image. A peer that no operator has opened is
 * called only at a public address, and exactly at the one that was checked.
 */
export async function checkConnection(
  tools: Pick<PacsTools, 'config'>,
  peer: PeerRow,
  wish: { store: boolean; query: boolean },
): Promise<contract.ConnectionStepResult[]> {
  const results = new Map<contract.ConnectionStep, Result>();
  const settle = (step: contract.ConnectionStep, result: Result) => {
    results.set(step, result);
    if (result !== 'passed') throw new Stop();
  };
  try {
    await run(tools, peer, wish, settle, (step, result) => results.set(step, result));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return contract.CONNECTION_STEPS.filter((step) => step !== 'tls' || peer.transport === 'tls').map((step) => {
    const result = results.get(step);
    if (result === undefined) return { step, state: 'not-done', problem: null, detail: null };
    if (result === 'passed') return { step, state: 'passed', problem: null, detail: null };
    return { step, state: 'failed', problem: result.problem, detail: result.detail ?? null };
  });
}

type Settle = (step: contract.ConnectionStep, result: Result) => void;

async function run(
  tools: Pick<PacsTools, 'config'>,
  peer: PeerRow,
  wish: { store: boolean; query: boolean },
  settle: Settle,
  note: Settle,
): Promise<void> {
  const { host, port } = peer;
  if (host === null || port === null) return settle('address', { problem: 'NO_DESTINATION' });
  const address = await addressOf(host, peer.isOpen);
  if (typeof address !== 'string') return settle('address', address);
  settle('address', 'passed');
  settle('tcp', await reached(address, port));
  const association = await associated(tools, { ...peer, host: address }, wish, settle);
  try {
    const user = createUser(association);
    note('echo', await resultOf(() => user.echo()));
    if (wish.store) {
      const { instance, dataSet } = testImage('connection-test', peer.id);
      note('store', await resultOf(() => user.store(instance, dataSet())));
    }
    if (wish.query) note('query', await resultOf(() => searchTestPatient(user)));
    if (!association.isOver()) await association.release().catch(() => undefined);
  } finally {
    association.abort();
  }
}

/** Resolves a host name to the address to connect to. */
async function addressOf(host: string, isOpen: boolean): Promise<string | Failure> {
  const found = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch((): { address: string }[] => []);
  const [first] = found;
  if (!first) return { problem: 'NAME_NOT_FOUND' };
  if (!isOpen && !found.every(({ address }) => isPublicAddress(address))) return { problem: 'ADDRESS_NOT_PUBLIC' };
  return first.address;
}

const REACH_PROBLEMS: Readonly<Record<string, contract.ConnectionProblem>> = {
  ECONNREFUSED: 'PORT_CLOSED',
  ETIMEDOUT: 'NO_ANSWER',
};

function reached(host: string, port: number): Promise<Result> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (result: Result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ problem: 'NO_ANSWER' }), CONNECT_MS);
    socket.once('connect', () => end('passed'));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      end({ problem: REACH_PROBLEMS[code] ?? 'UNREACHABLE', detail: code }),
    );
  });
}

/** @throws Stop after storing the reason why there is no association */
async function associated(
  tools: Pick<PacsTools, 'config'>,
  peer: PeerRow,
  wish: { store: boolean; query: boolean },
  settle: Settle,
): Promise<Association> {
  const proposals = [
    { abstractSyntax: VERIFICATION, transferSyntaxes: [EXPLICIT_LE, IMPLICIT_LE] },
    // Results are sent only in this syntax.
    ...(wish.store ? [{ abstractSyntax: SECONDARY_CAPTURE, transferSyntaxes: [EXPLICIT_LE] }] : []),
    ...(wish.query ? [{ abstractSyntax: STUDY_ROOT.find, transferSyntaxes: [EXPLICIT_LE] }] : []),
  ];
  const isTls = peer.transport === 'tls';
  try {
    const association = await callPeer(tools, peer, { proposals });
    if (isTls) settle('tls', 'passed');
    settle('association', 'passed');
    return association;
  } catch (error) {
    if (error instanceof Stop) throw error;
    const ofTls = isTls ? tlsFailure(error) : undefined;
    if (isTls) settle('tls', ofTls ?? 'passed');
    settle('association', associationFailure(error));
    throw new Stop();
  }
}

/** Undefined where TLS was established and the error came later. */
function tlsFailure(error: unknown): Failure | undefined {
  if (error instanceof ConnectionFailed) {
    if (error.code === 'NO_CERTIFICATE') return { problem: 'NO_OWN_CERTIFICATE' };
    if (error.code === 'CERTIFICATE') return { problem: 'OTHER_CERTIFICATE' };
    return { problem: isAlert(error.code) ? 'OWN_CERTIFICATE_REFUSED' : 'TLS_NOT_SPOKEN', detail: error.code };
  }
  // With TLS 1.3 a client certificate is refused after this side's handshake is over (RFC 8446 section 4.4.2.4).
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  return isAlert(code) ? { problem: 'OWN_CERTIFICATE_REFUSED', detail: code } : undefined;
}
const isAlert = (code: string): boolean => /^ERR_SSL_.*ALERT/.test(code);

/** The problem that an error means; rejections by PS3.8 table 9-21. */
function associationFailure(error: unknown): Failure {
  if (error instanceof AssociationRejected) {
    const { result, source, reason } = error.rejection;
    const detail = `${result}/${source}/${reason}`;
    if (result === 2) return { problem: 'BUSY', detail };
    if (source === 1 && reason === 7) return { problem: 'CALLED_TITLE_REFUSED', detail };
    if (source === 1 && reason === 3) return { problem: 'CALLING_TITLE_REFUSED', detail };
    return { problem: 'REJECTED', detail };
  }
  if (error instanceof AssociationLost)
    return { problem: error.code === 'TIMED_OUT' ? 'NO_ANSWER' : 'NOT_DICOM', detail: error.code };
  if (error instanceof ConnectionFailed) return { problem: 'CONNECTION_LOST', detail: error.code };
  return { problem: 'NOT_DICOM' };
}

async function resultOf(ask: () => Promise<Outcome | null>): Promise<Result> {
  try {
    const outcome = await ask();
    if (!outcome) return { problem: 'NOT_OFFERED' };
    // A warning is a success with a remark (PS3.7 annex C.3).
    const isTaken = outcome.status === STATUS.success || outcome.status >> 12 === 0xb;
    return isTaken ? 'passed' : { problem: 'STATUS', detail: outcome.status.toString(16).padStart(4, '0') };
  } catch (error) {
    return { problem: 'CONNECTION_LOST', detail: error instanceof AssociationLost ? error.code : undefined };
  }
}
