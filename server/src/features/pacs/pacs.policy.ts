import { isIPv6, SocketAddress } from 'node:net';
import { given } from '@duai/contract';
import { isTakenStorage, isTransferSyntaxSupported } from '@duai/imaging';
import type { Caller } from '../../dimse/acceptor.ts';
import {
  EXPLICIT_LE,
  IMPLICIT_LE,
  PATIENT_ROOT,
  STORAGE_COMMITMENT,
  STUDY_ROOT,
  VERIFICATION,
} from '../../dimse/messages/uids.ts';
import type { Offer, OfferOf } from '../../dimse/upper-layer/negotiate.ts';
import { REJECTIONS, type Rejection } from '../../dimse/upper-layer/pdu.ts';
import type { PeerRow } from './pacs.tables.ts';

/**
 * Identifies a caller among the peers with its title: over TLS by the certificate, with TLS peers only; else by the
 * address.
 * @returns the same rejection for an unknown, a closed and a wrong peer; also where several peers match, because then
 * the owner of the images would not be certain
 */
export function admitCaller(peers: readonly PeerRow[], caller: Caller, now: Date): PeerRow | Rejection {
  const [found, ...others] = peers.filter((peer) => peer.isOpen && isKnownAs(peer, caller, now));
  return found && others.length === 0 ? found : REJECTIONS.callingAe;
}

/**
 * The peer that a refused call concerns, whose administrator sees it. Undefined where it is ambiguous, so that no
 * institution learns of another's systems.
 */
export function refusedCaller(
  peers: readonly PeerRow[],
  caller: Caller,
  now: Date,
): { peer: PeerRow; outcome: 'not-open' | 'wrong-caller' } | undefined {
  const [known, ...others] = peers.filter((peer) => isKnownAs(peer, caller, now));
  if (known) return others.length === 0 && !known.isOpen ? { peer: known, outcome: 'not-open' } : undefined;
  const [titled, ...more] = peers;
  return titled && more.length === 0 ? { peer: titled, outcome: 'wrong-caller' } : undefined;
}

function isKnownAs({ transport, address, certificateSha256 }: PeerRow, caller: Caller, now: Date): boolean {
  const { certificate } = caller;
  if (!certificate)
    return (
      !caller.isTls &&
      transport === 'plain' &&
      canonicalAddress(given(address, 'the address of a peer without certificate')) === canonicalAddress(caller.address)
    );
  const isValid = certificate.validFrom <= now && now < certificate.validTo;
  return transport === 'tls' && certificateSha256 === certificate.sha256 && isValid;
}

/** The canonical form of an address (RFC 5952); an IPv4-mapped IPv6 address becomes the IPv4 address. */
export function canonicalAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=[0-9.]+$)/, '');
}

/** What is accepted from a peer, by abstract syntax. */
export const offersOf =
  ({ mayQuery, sends }: Pick<PeerRow, 'mayQuery' | 'sends'>): OfferOf =>
  (abstractSyntax) => {
    if (abstractSyntax === VERIFICATION) return { accepts: isUncompressed };
    if (QUERY_CLASSES.includes(abstractSyntax)) return mayQuery ? QUERY_OFFER : undefined;
    if (abstractSyntax === STORAGE_COMMITMENT) return COMMITMENT_OFFER;
    // With C-GET, images are also sent to a peer that sends none itself.
    if (!isTakenStorage(abstractSyntax) || (!sends && !mayQuery)) return undefined;
    // Images and presentation states in readable transfer syntaxes; a level 2 storage SCP without changes to attributes (PS3.4 section
    // B.3.1.4.2). C-GET returns them to a requestor that accepts them as SCP.
    return { accepts: isTransferSyntaxSupported, extended: () => Buffer.from([2, 0, 0, 0, 0, 0]), mayBeScp: mayQuery };
  };

export const QUERY_CLASSES: readonly string[] = [...Object.values(PATIENT_ROOT), ...Object.values(STUDY_ROOT)];

/** The peer asks as SCU, and reports as SCP (PS3.4 section J.3). */
const COMMITMENT_OFFER: Offer = { accepts: (uid) => uid === IMPLICIT_LE || uid === EXPLICIT_LE, mayBeScp: true };

/** No extended negotiation: no relational queries and no fuzzy matching (PS3.4 section C.5.1.1). */
const QUERY_OFFER: Offer = {
  accepts: (uid) => uid === IMPLICIT_LE || uid === EXPLICIT_LE,
  extended: (information) => Buffer.alloc(information.length),
};

const isUncompressed = (uid: string): boolean => /^1\.2\.840\.10008\.1\.2(\.1|\.2)?$/.test(uid);
