import { expect, it } from 'vitest';
import { isKnown, wantedEncoding } from './negotiation.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0', 'plain'],
  ['vibration', 'plain'],
  [undefined, 'plain'],
])('Accept-Encoding %s is answered %s', (accepted, encoding) => {
  expect(wantedEncoding(accepted)).toBe(encoding);
});

it.each([
  ['"one"', true],
  ['W/"one"', true],
  ['"another", W/"one"', true],
  ['*', true],
  ['"another"', false],
  ['one', false],
  [undefined, false],
])('If-None-Match %s against "one" and W/"one": known is %s', (header, known) => {
  expect(isKnown(header, '"one"')).toBe(known);
  expect(isKnown(header, 'W/"one"')).toBe(known);
});
