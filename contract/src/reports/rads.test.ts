import { describe, expect, it } from 'vitest';
import { RADS, RADS_SYSTEMS, radsFor, radsInWords, radsSchema } from './rads.ts';

describe('RADS lists', () => {
  it('are closed: a category of another system is none', () => {
    expect(radsSchema.safeParse({ system: 'lung-rads', category: '4A' }).success).toBe(true);
    expect(radsSchema.safeParse({ system: 'lung-rads', category: 'LR-5' }).success).toBe(false);
    expect(radsSchema.safeParse({ system: 'bi-rads', category: '7' }).success).toBe(false);
  });

  it('fit the modality of the images, and what the patient said where there are only pictures', () => {
    expect(radsFor(['CT'], 'CT')).toEqual(['lung-rads', 'li-rads']);
    expect(radsFor(['MG'], 'Mammography')).toEqual(['bi-rads']);
    expect(radsFor(['DX'], 'X-Ray')).toEqual([]);
    expect(radsFor([null], 'Ultrasound')).toEqual(['bi-rads', 'ti-rads']);
    // Headers take precedence over the patient's words.
    expect(radsFor(['DX'], 'CT')).toEqual([]);
  });

  it('tell every category with meaning and recommendation in both languages, each once', () => {
    for (const system of RADS_SYSTEMS) {
      const codes = RADS[system].categories.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      for (const category of codes)
        for (const language of ['tr', 'en'] as const) {
          const { line, recommendation } = radsInWords({ system, category }, language);
          expect(line).toMatch(/: .{5,}/);
          expect(recommendation).toMatch(/\.$/);
        }
    }
    expect(radsInWords({ system: 'lung-rads', category: '3' }, 'en')).toEqual({
      line: 'Lung-RADS 3: probably benign',
      recommendation: 'Low-dose CT in 6 months is recommended.',
    });
  });
});
