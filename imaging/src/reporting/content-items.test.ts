import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from './content-items.ts';

it('a number has at most 16 characters as DS, and keeps nine digits', () => {
  expect([decimal(5), decimal(-0.25), decimal(3.562927189e-6)]).toEqual(['5', '-0.25', '3.56292719e-6']);
  fc.assert(
    fc.property(fc.double({ min: -1e300, max: 1e300, noNaN: true }), (value) => {
      const told = decimal(value);
      expect(told.length).toBeLessThanOrEqual(16);
      expect(Math.abs(Number(told) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-8 + Number.MIN_VALUE);
    }),
  );
});
