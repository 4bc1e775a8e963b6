import { uidOf } from '../core/derived-ids.ts';
import { SECONDARY_CAPTURE, searchTestPatient, testImage } from '../core/test-image.ts';
import { writeDataSet } from '../dimse/messages/data-set.ts';
import { type Outcome, STATUS } from '../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, STUDY_ROOT, VERIFICATION } from '../dimse/messages/uids.ts';
import { AssociationRejected, ConnectionFailed, requestAssociation } from '../dimse/requestor.ts';
import { createUser } from '../dimse/services/user.ts';
import { AssociationLost } from '../dimse/upper-layer/protocol-error.ts';
import type { Archive, GatewaySettings } from './gateway-settings.ts';
import { IMPLEMENTATION } from './implementation.ts';
import { createServiceLine } from './service-line.ts';

export interface Hop {
  name: string;
  isWell: boolean;
  words: string;
}

/** Longest acceptable difference of the clocks. An API key does not depend on the time, but logs and results should agree. */
const MOST_CLOCK_SECONDS = 120;

/** Tests each hop separately and explains what is wrong. */
export async function checkHops(settings: GatewaySettings): Promise<Hop[]> {
  return [...(await serviceHops(settings)), ...(await archiveHops(settings))];
}

async function serviceHops({ serviceUrl, apiKey }: GatewaySettings): Promise<Hop[]> {
  const { hostname } = new URL(serviceUrl);
  try {
    const { status, at } = await createServiceLine({ serviceUrl, apiKey }).hello();
    const https: Hop = { name: 'https', isWell: true, words: `${hostname} answers` };
    return [https, keyHop(status), clockHop(at)];
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? {}) as { code?: string };
    return [{ name: 'https', isWell: false, words: lineWords(hostname, code) }];
  }
}

function keyHop(status: number): Hop {
  const isWell = status === 200;
  const words =
    {
      200: 'the API key is taken',
      401: 'the service does not know the API key: was it revoked, or cut when it was copied?',
      403: 'the API key may not read scans: it needs the scopes scans:read and scans:write',
    }[status] ?? `the service answers ${status}: is GATEWAY_SERVICE_URL its address?`;
  return { name: 'key', isWell, words };
}

function clockHop(at: Date | undefined): Hop {
  const seconds = at ? Math.round((Date.now() - at.getTime()) / 1000) : 0;
  const isWell = Math.abs(seconds) <= MOST_CLOCK_SECONDS;
  const words = isWell
    ? 'the clocks agree'
    : `the clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}: let it be set by NTP`;
  return { name: 'clock', isWell, words };
}

function lineWords(host: string, code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `no address is known for ${host}: look at the name and at the DNS server`;
  if (code === 'ECONNREFUSED') return `${host} refuses the connection: look at the address and the port`;
  if (/TIMEOUT|TIMEDOUT|TimeoutError/.test(code))
    return `${host} does not answer: does the firewall let this machine out to port 443?`;
  if (/CERT|SSL|TLS/.test(code))
    return `the certificate of ${host} is not trusted (${code}): does a proxy break TLS open?`;
  return `${host} cannot be reached (${code})`;
}

async function archiveHops({ archive, ownTitle, priors }: GatewaySettings): Promise<Hop[]> {
  const name = 'archive';
  if (!archive) return [{ name, isWell: true, words: 'no archive is set: results are not sent back' }];
  const { aeTitle, host, port } = archive;
  try {
    const association = await requestAssociation({
      ...{ host, port, callingAe: ownTitle, calledAe: aeTitle, implementation: IMPLEMENTATION },
      proposals: [
        { abstractSyntax: VERIFICATION, transferSyntaxes: [EXPLICIT_LE, IMPLICIT_LE] },
        // Results are sent in this syntax.
        { abstractSyntax: SECONDARY_CAPTURE, transferSyntaxes: [EXPLICIT_LE] },
        { abstractSyntax: STUDY_ROOT.find, transferSyntaxes: [EXPLICIT_LE] },
      ],
    });
    try {
      const user = createUser(association);
      const outcome = await user.echo();
      if (outcome?.status !== 0)
        return [{ name, isWell: false, words: `${aeTitle} takes the association, but answers no echo` }];
      const { instance, dataSet } = testImage('gateway-check', ownTitle);
      const hops = [
        { name, isWell: true, words: `${aeTitle} answers the echo` },
        storeHop(aeTitle, await user.store(instance, dataSet())),
        queryHop(aeTitle, await searchTestPatient(user), priors.most > 0),
      ];
      if (!association.isOver()) await association.release().catch(() => undefined);
      return priors.most > 0 ? [...hops, await moveHop(archive, ownTitle)] : hops;
    } finally {
      association.abort();
    }
  } catch (error) {
    return [{ name, isWell: false, words: archiveWords(error, { aeTitle, ownTitle, place: `${host}:${port}` }) }];
  }
}

const statusOf = ({ status }: Outcome): string => status.toString(16).padStart(4, '0');

/** A warning is a success with a remark (PS3.7 annex C.3). */
function storeHop(aeTitle: string, outcome: Outcome | null): Hop {
  const name = 'store';
  if (!outcome) return { name, isWell: false, words: `${aeTitle} takes no objects of us: let this title store there` };
  const isWell = outcome.status === 0 || outcome.status >> 12 === 0xb;
  if (!isWell)
    return { name, isWell, words: `${aeTitle} refuses a generated object with the status ${statusOf(outcome)}` };
  return { name, isWell, words: `${aeTitle} stored a generated object of the patient DUAI-TEST: delete it there` };
}

/** Only the fetching of priors needs a search: else an archive that offers none is well. */
function queryHop(aeTitle: string, outcome: Outcome | null, isNeeded: boolean): Hop {
  const name = 'query';
  if (!outcome)
    return {
      ...{ name, isWell: !isNeeded },
      words: `${aeTitle} answers no searches; ${isNeeded ? 'GATEWAY_PRIORS needs them: let this title search there' : 'none are needed'}`,
    };
  const isWell = outcome.status === 0;
  const words = isWell
    ? `${aeTitle} answers a search`
    : `${aeTitle} answers a search with the status ${statusOf(outcome)}`;
  return { name, isWell, words };
}

/**
 * Asks for a study that is not there: the archive looks up the destination all the same. On an association of its own, since
 * some archives break it off.
 */
async function moveHop({ aeTitle, host, port }: Archive, ownTitle: string): Promise<Hop> {
  const name = 'move';
  const wrong = (words: string): Hop => ({ name, isWell: false, words });
  const study = uidOf('gateway-check-study');
  const identifier = writeDataSet(
    { '00080052': { vr: 'CS', Value: ['STUDY'] }, '0020000D': { vr: 'UI', Value: [study] } },
    EXPLICIT_LE,
  );
  try {
    const association = await requestAssociation({
      ...{ host, port, callingAe: ownTitle, calledAe: aeTitle, implementation: IMPLEMENTATION },
      proposals: [{ abstractSyntax: STUDY_ROOT.move, transferSyntaxes: [EXPLICIT_LE] }],
    });
    try {
      const outcome = await createUser(association).move(STUDY_ROOT.move, ownTitle, identifier);
      if (!outcome) return wrong(`${aeTitle} sends no studies on request (C-MOVE): let this title ask for them`);
      if (outcome.status !== STATUS.unknownDestination)
        return { name, isWell: true, words: `${aeTitle} would send studies to ${ownTitle}` };
    } finally {
      association.abort();
    }
  } catch {
    // Some archives answer nothing where the destination is unknown.
  }
  return wrong(`${aeTitle} does not know where ${ownTitle} is: enter this machine and its port there`);
}

function archiveWords(error: unknown, of: { aeTitle: string; ownTitle: string; place: string }): string {
  if (error instanceof AssociationRejected) {
    const { source, reason } = error.rejection;
    if (source === 1 && reason === 3) return `${of.place} does not know the AE title ${of.ownTitle}: add it there`;
    if (source === 1 && reason === 7) return `${of.place} does not go by the AE title ${of.aeTitle}`;
    return `${of.place} rejects the association: its log says why`;
  }
  if (error instanceof ConnectionFailed) {
    if (error.code === 'ECONNREFUSED') return `nothing listens at ${of.place}: look at the port`;
    if (error.code === 'ETIMEDOUT') return `${of.place} does not answer: look at the address and the firewall`;
    return `${of.place} cannot be reached (${error.code})`;
  }
  if (error instanceof AssociationLost)
    return `${of.place} answers, but not by DICOM: it may be another service, or want TLS`;
  return `${of.place} does not keep to the protocol`;
}
