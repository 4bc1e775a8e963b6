import { expect, it } from 'vitest';
import { addressGroup } from './address-group.ts';

it('counts an IPv4 address for itself and an IPv6 address with its /64, however it is written', () => {
  expect(addressGroup('203.0.113.9')).toBe('203.0.113.9');
  expect(addressGroup('::ffff:203.0.113.9')).toBe('203.0.113.9');
  const spellings = ['2001:db8:1:2::1', '2001:DB8:1:2:3:4:5:6', '2001:0db8:0001:0002:ffff::', '2001:db8:1:2::9%eth0'];
  expect(new Set(spellings.map(addressGroup))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(addressGroup('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(addressGroup('::1')).toBe('0:0:0:0::/64');
  expect(addressGroup(null)).toBe('');
});

it('groups stand in their places around the zeros that an address leaves out', () => {
  expect(addressGroup('1:0:0:4:5:6:7:8')).toBe('1:0:0:4::/64');
});
