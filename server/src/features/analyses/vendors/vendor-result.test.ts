import type { AlgorithmManifest } from '@duai/contract';
import { expect, it } from 'vitest';
import { resultOf, VendorResultError } from './vendor-result.ts';

const CANARY = 'Kanarya-7f3a91';
const concept = { value: 'BRIGHT', scheme: '99TEST', meaning: CANARY };
const manifest = {
  outputs: [{ code: 'BRIGHT', kind: 'measurement', unit: '%', coded: { system: '99TEST', code: 'BRIGHT' } }],
} as unknown as AlgorithmManifest;

it('an object with another unit is refused, and nothing that stands in it is in the message, which goes into the log', () => {
  const numbers = [{ concept, value: 1, unit: CANARY, images: [CANARY] }];
  const read = () => resultOf(manifest, new Map(), [{ kind: 'report', numbers, statements: [] }]);
  expect(read).toThrow(VendorResultError);
  expect(read).toThrow(/^BRIGHT is not in %$/);
});
