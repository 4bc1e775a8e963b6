import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { algorithmResultSchema, decodeRuns, encodeRuns, shortestRuns } from './analyses.ts';

describe('masks as run lengths', () => {
  it('are written as documented', () => {
    expect(encodeRuns(Uint8Array.from([0, 0, 0, 1, 1, 0, 0, 0, 0, 0]))).toBe('DC');
    expect(encodeRuns(Uint8Array.from([1, 1, 1]))).toBe('AD');
    expect(encodeRuns(new Uint8Array(9))).toBe('');
    // 1000 = 8 + 31 · 32: digits 32 + 8 and 31.
    expect(encodeRuns(new Uint8Array(1001).fill(1, 1000))).toBe('ofB');
  });

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.boolean()), { maxLength: 40 }), (runs) => {
        const mask = Uint8Array.from(runs.flatMap(([length, isSet]) => new Array<number>(length).fill(isSet ? 1 : 0)));
        expect(decodeRuns(encodeRuns(mask), mask.length)).toEqual(mask);
      }),
    );
  });

  it('are refused where they do not fit the mask or are no run lengths', () => {
    expect(() => decodeRuns('AE', 3)).toThrow(RangeError);
    expect(() => decodeRuns('A!', 3)).toThrow(RangeError);
    expect(() => decodeRuns('Ag', 300)).toThrow('cut off');
    expect(() => decodeRuns('_'.repeat(500), 10)).toThrow(RangeError);
  });

  it('are shortened to what we write, whatever runs without length they have', () => {
    const pixels = 500;
    const digit = fc.constantFrom('A', 'A', 'B', 'F', 'gB', 'hC');
    fc.assert(
      fc.property(fc.array(digit, { maxLength: 30 }), (digits) => {
        const runs = digits.join('');
        const shortest = () => shortestRuns(runs, pixels);
        let mask: Uint8Array;
        try {
          mask = decodeRuns(runs, pixels);
        } catch {
          expect(shortest).toThrow(RangeError);
          return;
        }
        expect(shortest()).toBe(encodeRuns(mask));
      }),
    );
    // However large the mask: 2^31 pixels would not fit into memory.
    expect(shortestRuns('AADAAAACFAA', 2 ** 31)).toBe('DC');
  });

  it('never read or write outside the mask, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 500 }), (text, pixels) => {
        try {
          expect(decodeRuns(text, pixels)).toHaveLength(pixels);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe('the result of an algorithm', () => {
  it('that could not evaluate gives at least one reason', () => {
    expect(algorithmResultSchema.safeParse({ outcome: 'not-evaluable', reasons: [] }).success).toBe(false);
    const reasons = [{ code: 'NO_LUNGS', params: { volumeMl: 12 } }];
    expect(algorithmResultSchema.parse({ outcome: 'not-evaluable', reasons })).toEqual({
      outcome: 'not-evaluable',
      reasons,
    });
  });

  it('names things by stable codes and holds only what is listed', () => {
    const evaluated = {
      outcome: 'evaluated',
      findings: [{ code: 'VOLUME', severity: 'info', params: { volumeMl: 5000 } }],
      measurements: [{ code: 'LUNG_VOLUME', value: 5000, unit: 'ml' }],
      overlays: [{ code: 'LUNG', columns: 4, rows: 1, slices: [{ sopInstanceUid: '2.25.1', runs: 'BC' }] }],
      limitations: [],
    };
    expect(algorithmResultSchema.parse({ ...evaluated, patientName: 'x' })).toEqual(evaluated);
    expect(
      algorithmResultSchema.safeParse({ ...evaluated, measurements: [{ code: 'volume', value: 1, unit: 'ml' }] })
        .success,
    ).toBe(false);
    expect(
      algorithmResultSchema.safeParse({ ...evaluated, measurements: [{ code: 'V', value: Number.NaN, unit: 'ml' }] })
        .success,
    ).toBe(false);
  });
});
