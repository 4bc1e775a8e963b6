import { describe, expect, it } from 'vitest';
import { type RatingPattern, readerAgreement } from './reader-agreement.ts';

const pattern = (readers: string, positive: string, studies: number): RatingPattern => ({
  readers: [...readers],
  positive: [...positive].map((said) => said === '+'),
  studies,
});

describe('agreement of readers', () => {
  it('of two is Cohen’s kappa with its interval, as worked out by hand', () => {
    // Of 50 studies both say yes of 20, only the first of 5, only the other of 10, neither of 15. Observed 35/50 = 0.7, by chance
    // 0.5 · 0.6 + 0.5 · 0.4 = 0.5, kappa (0.7 - 0.5) / (1 - 0.5) = 0.4. Variance (0.4 · 0.34² + 0.3 · 0.46²
    // + 0.6² (0.1 · 1.1² + 0.2 · 0.9²) - (0.4 - 0.5 · 0.6)²) / (50 · 0.5²) = 0.2016 / 12.5 = 0.016128, its root 0.126996.
    const found = readerAgreement([
      pattern('ab', '++', 20),
      pattern('ab', '+-', 5),
      // The same in the other order.
      pattern('ba', '+-', 10),
      pattern('ab', '--', 15),
      // A study with only one reader says nothing about agreement.
      pattern('a', '+', 100),
    ])!;
    expect(found).toMatchObject({ method: 'cohen', readers: 2, studies: 50, unanimous: 35 });
    expect(found.kappa!.value).toBeCloseTo(0.4, 12);
    expect(found.kappa!.low).toBeCloseTo(0.4 - 1.959964 * 0.126996, 5);
    expect(found.kappa!.high).toBeCloseTo(0.4 + 1.959964 * 0.126996, 5);
  });

  it('of three is Fleiss’ kappa with the interval of the jackknife, as worked out by hand', () => {
    // Four studies, three readers: 3, 2, 0 and 0 of them say yes. Yes 5 of 12; split ratings 2 · 1 / 3 = 2/3;
    // by chance (12 - 4) · 5/12 · 7/12 = 35/18; kappa 1 - (2/3) / (35/18) = 23/35.
    const found = readerAgreement([pattern('abc', '+++', 1), pattern('abc', '++-', 1), pattern('abc', '---', 2)])!;
    expect(found).toMatchObject({ method: 'fleiss', readers: 3, studies: 4, unanimous: 3 });
    expect(found.kappa!.value).toBeCloseTo(23 / 35, 12);
    // Without the first: 2 of 9 yes, chance 6 · 2/9 · 7/9 = 28/27, kappa 5/14. Without the second: 3 of 9, all the same: 1.
    // Without one of the others: 5 of 9, chance 6 · 5/9 · 4/9 = 40/27, kappa 11/20.
    const left = [5 / 14, 1, 11 / 20, 11 / 20];
    const mean = left.reduce((sum, value) => sum + value) / 4;
    const error = Math.sqrt((3 / 4) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    expect(found.kappa!.low).toBeCloseTo(23 / 35 - 1.959964 * error, 5);
    expect(found.kappa!.high).toBe(1);
  });

  it('of three who did not all judge every study counts each study by its own readers', () => {
    const found = readerAgreement([
      pattern('ab', '++', 6),
      pattern('bc', '--', 6),
      pattern('ac', '+-', 2),
      pattern('abc', '+++', 2),
    ])!;
    // 34 ratings of 16 studies, 20 yes; split 2 · 1/2 = 1; chance 18 · 20/34 · 14/34.
    expect(found.kappa!.value).toBeCloseTo(1 - 1 / (18 * (20 / 34) * (14 / 34)), 12);
    expect(found).toMatchObject({ method: 'fleiss', studies: 16, unanimous: 14 });
  });

  it('is not defined where nobody or everybody says yes, and has no interval where one study is left', () => {
    expect(readerAgreement([])).toBeNull();
    expect(readerAgreement([pattern('a', '+', 9)])).toBeNull();
    expect(readerAgreement([pattern('ab', '++', 9)])!.kappa).toBeNull();
    expect(readerAgreement([pattern('abc', '+++', 9)])!.kappa).toBeNull();
    expect(readerAgreement([pattern('ab', '+-', 1)])!.kappa).toMatchObject({ value: 0 });
    expect(readerAgreement([pattern('abc', '++-', 1)])!.kappa).toMatchObject({ low: null, high: null });
  });
});
