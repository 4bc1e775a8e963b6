import { BlockList, isIPv6 } from 'node:net';
import { isImageStorage, isTransferSyntaxSupported } from '@duai/imaging';
import type { Caller } from '../../dimse/acceptor.ts';
import type { Offer } from '../../dimse/negotiate.ts';
import { REJECTIONS, type Rejection } from '../../dimse/pdu.ts';
import { VERIFICATION } from '../../dimse/uids.ts';
import type { PeerRow } from './pacs.tables.ts';

/**
 * Who a caller is, among the peers with its title. Over TLS the certificate decides, and only TLS peers are taken; else
 * the address. @returns the rejection where nobody fits: the same for an unknown, a closed and a wrong one
 */
export function admitCaller(peers: readonly PeerRow[], caller: Caller, now: Date): PeerRow | Rejection {
  const { certificate } = caller;
  const fits = ({ transport, address, certificateSha256 }: PeerRow) =>
    certificate
      ? transport === 'tls' &&
        certificateSha256 === certificate.sha256 &&
        certificate.validFrom <= now &&
        now < certificate.validTo
      : !caller.isTls && transport === 'plain' && isSameAddress(address!, caller.address);
  return peers.find((peer) => peer.isOpen && fits(peer)) ?? REJECTIONS.callingAe;
}

/** However an IPv6 address is written. */
export function isSameAddress(one: string, other: string): boolean {
  const family = isIPv6(one) ? 'ipv6' : 'ipv4';
  if (isIPv6(other) !== isIPv6(one)) return false;
  const list = new BlockList();
  list.addAddress(one, family);
  return list.check(other, family);
}

/**
 * What a peer may send: images, in transfer syntaxes that can be read here. Answered as a storage SCP of level 2 that
 * changes nothing (PS3.4 section B.3.1.4.2).
 */
export function offerOf(abstractSyntax: string): Offer | undefined {
  if (abstractSyntax === VERIFICATION) return { accepts: (uid) => isUncompressed(uid) };
  if (!isImageStorage(abstractSyntax)) return undefined;
  return { accepts: isTransferSyntaxSupported, extended: () => Buffer.from([2, 0, 0, 0, 0, 0]) };
}

const isUncompressed = (uid: string): boolean => /^1\.2\.840\.10008\.1\.2(\.1|\.2)?$/.test(uid);
