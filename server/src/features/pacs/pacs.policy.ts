import { isIPv6, SocketAddress } from 'node:net';
import { isImageStorage, isTransferSyntaxSupported } from '@duai/imaging';
import type { Caller } from '../../dimse/acceptor.ts';
import type { Offer } from '../../dimse/negotiate.ts';
import { REJECTIONS, type Rejection } from '../../dimse/pdu.ts';
import { VERIFICATION } from '../../dimse/uids.ts';
import type { PeerRow } from './pacs.tables.ts';

/**
 * Who a caller is, among the peers with its title. Over TLS the certificate decides, and only TLS peers are taken; else
 * the address. @returns the rejection where nobody fits: the same for an unknown, a closed and a wrong one; and where
 * several do, for then nobody knows whose images these are
 */
export function admitCaller(peers: readonly PeerRow[], caller: Caller, now: Date): PeerRow | Rejection {
  const { certificate } = caller;
  const fits = ({ transport, address, certificateSha256 }: PeerRow) =>
    certificate
      ? transport === 'tls' &&
        certificateSha256 === certificate.sha256 &&
        certificate.validFrom <= now &&
        now < certificate.validTo
      : !caller.isTls && transport === 'plain' && canonicalAddress(address!) === canonicalAddress(caller.address);
  const [found, ...others] = peers.filter((peer) => peer.isOpen && fits(peer));
  return found && others.length === 0 ? found : REJECTIONS.callingAe;
}

/** The one way to write an address (RFC 5952); an IPv4 address within IPv6 as the IPv4 address that it is. */
export function canonicalAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=[0-9.]+$)/, '');
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
