import { examinedIn } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { templatesFor } from './template.ts';
import { REPORT_TEMPLATES } from './templates.ts';

describe('report templates', () => {
  it('are twelve, each once, in both languages with the same lines and the same gaps', () => {
    expect(REPORT_TEMPLATES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(REPORT_TEMPLATES.map(({ id }) => id)).size).toBe(REPORT_TEMPLATES.length);
    const gaps = (text: string) => text.split('___').length - 1;
    for (const { id, tr, en } of REPORT_TEMPLATES) {
      expect([id, tr.findings.length]).toEqual([id, en.findings.length]);
      expect(tr.findings.length, id).toBeGreaterThanOrEqual(4);
      expect([tr.technique, ...tr.findings, tr.impression].map(gaps), id).toEqual(
        [en.technique, ...en.findings, en.impression].map(gaps),
      );
      for (const line of [...tr.findings, ...en.findings]) expect(line, id).toMatch(/\.$/);
    }
  });

  it('are those that readers asked for', () => {
    expect(REPORT_TEMPLATES.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...['chest-ct', 'chest-film', 'brain-mr', 'brain-ct', 'abdomen-ct', 'abdomen-us', 'mammography', 'knee-mr'],
        ...['lumbar-spine-mr', 'cervical-spine-mr', 'pet-ct', 'bone-film', 'lung-screening'],
      ]),
    );
  });

  it('ask for what only the reader can know', () => {
    const textOf = (id: string) => JSON.stringify(REPORT_TEMPLATES.find((template) => template.id === id));
    for (const { id, tr, en } of REPORT_TEMPLATES)
      for (const { technique } of [tr, en]) expect(technique, id).toContain('___');
    // Sides, levels and categories are never filled in for the reader.
    for (const [id, ...asked] of [
      ['knee-mr', '___ (sağ / sol)', '___ (right / left)'],
      ['lumbar-spine-mr', 'L5-S1: ___', 'L3-4: ___'],
      ['cervical-spine-mr', 'C5-6: ___', 'C6-7 and C7-T1: ___'],
      ['mammography', 'BI-RADS kategorisi: sağ ___, sol ___', 'right ___, left ___'],
      ['lung-screening', 'Lung-RADS kategorisi: ___', '(S): ___'],
      ['abdomen-ct', 'prostat / uterus ve overler: ___', 'prostate / uterus and ovaries: ___'],
    ] as const)
      for (const text of asked) expect(textOf(id), id).toContain(text);
  });

  it('fit modality and part of what was examined first', () => {
    const of = (modality: string | null, bodyPart: string | null, declared = { modality: 'CT', bodyPart: null }) =>
      examinedIn(declared, [{ description: null, series: [{ modality, bodyPart, description: null }] }]);
    const fitting = (...examined: Parameters<typeof of>) =>
      templatesFor(REPORT_TEMPLATES, of(...examined)).fitting.map(({ id }) => id);
    expect(fitting('CT', 'CHEST')).toEqual(['chest-ct', 'lung-screening']);
    expect(fitting('CT', 'HEAD')).toEqual(['brain-ct']);
    expect(fitting('MR', 'Diz')).toEqual(['knee-mr']);
    expect(fitting('DX', 'WRIST')).toEqual(['bone-film']);
    expect(fitting('MR', 'PROSTATE')).toEqual([]);
    expect(fitting('MR', 'Omurga')).toEqual(['lumbar-spine-mr', 'cervical-spine-mr']);
    // Nobody names the part: the modality decides.
    expect(fitting('CT', null)).toEqual(['chest-ct', 'lung-screening', 'brain-ct', 'abdomen-ct']);
    expect(fitting('MG', null)).toEqual(['mammography']);
    expect(fitting(null, null, { modality: 'X-Ray', bodyPart: null })).toEqual(['chest-film', 'bone-film']);
    const { fitting: some, others } = templatesFor(REPORT_TEMPLATES, of('US', null));
    expect(some.length + others.length).toBe(REPORT_TEMPLATES.length);
  });
});
