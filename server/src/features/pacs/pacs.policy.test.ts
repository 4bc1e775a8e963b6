import { describe, expect, it } from 'vitest';
import { REJECTIONS } from '../../dimse/upper-layer/pdu.ts';
import { admitCaller, canonicalAddress, refusedCaller } from './pacs.policy.ts';
import type { PeerRow } from './pacs.tables.ts';

const NOW = new Date('2026-06-01');
const peer = (id: string, address: string, isOpen = true): PeerRow => ({
  ...{ id, address, isOpen },
  institutionId: `institution of ${id}`,
  name: id,
  aeTitle: 'CT1',
  transport: 'plain',
  certificateSha256: null,
  host: null,
  port: null,
  mayQuery: false,
  purpose: 'archive',
  sends: true,
  certificateValidTo: null,
  createdAt: NOW,
});
const admitted = (peers: PeerRow[], address: string) =>
  admitCaller(peers, { address, isTls: false, certificate: null }, NOW);

it.each([
  ['2001:DB8:0:0:0::1', '2001:db8::1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:c000:207', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['::1', '::1'],
])('%s is written %s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical);
});

describe('a caller', () => {
  it('is known however its address is written', () => {
    const known = peer('a', '2001:DB8::0:1');
    expect(admitted([known], '2001:db8::1')).toBe(known);
    expect(admitted([known], '2001:db8::2')).toBe(REJECTIONS.callingAe);
  });

  it('that is two open peers is nobody', () => {
    const one = peer('a', '2001:db8::1');
    expect(admitted([one, peer('b', '2001:DB8::0:1')], '2001:db8::1')).toBe(REJECTIONS.callingAe);
    expect(admitted([one, peer('b', '2001:DB8::0:1', false)], '2001:db8::1')).toBe(one);
  });

  it('that is refused is told to whoever named it: not open, or from another address; never to one of several', () => {
    const caller = { address: '192.0.2.7', isTls: false, certificate: null };
    const refused = (...peers: PeerRow[]) => refusedCaller(peers, caller, NOW);
    const closed = peer('a', '192.0.2.7', false);
    const elsewhere = peer('b', '192.0.2.8');
    expect(refused(closed)).toEqual({ peer: closed, outcome: 'not-open' });
    expect(refused(closed, elsewhere)).toEqual({ peer: closed, outcome: 'not-open' });
    expect(refused(elsewhere)).toEqual({ peer: elsewhere, outcome: 'wrong-caller' });
    expect(refused(elsewhere, peer('c', '192.0.2.9'))).toBeUndefined();
    expect(refused()).toBeUndefined();
  });
});
