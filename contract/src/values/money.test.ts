import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CURRENCIES, type Currency, minorOf, minorText } from './money.ts';

it('an amount is whole units of the smallest coin, and reads as decimals', () => {
  expect(minorText(250, 'EUR')).toBe('2.50');
  expect(minorText(5, 'EUR')).toBe('0.05');
  expect(minorText(300, 'JPY')).toBe('300');
  expect([minorOf('2,5', 'EUR'), minorOf(' 2.50 ', 'EUR'), minorOf('300', 'JPY')]).toEqual([250, 250, 300]);
  for (const wrong of ['', '-1', '2.505', '1e3', '2.', '12345678']) expect(minorOf(wrong, 'EUR'), wrong).toBeNull();
  expect(minorOf('3.5', 'JPY')).toBeNull();
});
it('what is written is read back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[])),
      (minor, currency) => {
        expect(minorOf(minorText(minor, currency), currency)).toBe(minor);
      },
    ),
  );
});
