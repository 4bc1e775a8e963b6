import type { reports } from '@duai/contract';
import { expect, it } from 'vitest';
import { inOtherLanguage } from './other-language.ts';

const EMPTY: reports.ReportContent = {
  ...{ clinicalInformation: '', technique: '', comparison: '', findings: '', impression: '', recommendations: '' },
  ...{ plainSummary: '', agreement: null, rads: null, keyImages: [] },
};
const draft = (change: Partial<reports.ReportContent>) => ({ ...EMPTY, ...change });

it('lines of the draft are those of the other language, wherever they stand, and the radiologist’s own stay', () => {
  const from = draft({
    technique: 'BT.',
    findings: 'Akciğer hacmi 3 l.\nDansite −800 HU.',
    plainSummary: 'Yazılacak.',
  });
  const to = draft({
    technique: 'CT.',
    findings: 'Lung volume 3 l.\nDensity −800 HU.',
    plainSummary: 'To be written.',
  });
  const written = {
    ...from,
    findings: 'Nodül yok.\nDansite −800 HU.\n\nAkciğer hacmi 3 l, normal.',
    recommendations: 'BT.',
  };
  const changed = inOtherLanguage(written, from, to);
  expect(changed).toEqual({
    ...to,
    findings: 'Nodül yok.\nDensity −800 HU.\n\nAkciğer hacmi 3 l, normal.',
    recommendations: 'BT.',
  });
  expect(inOtherLanguage(changed, to, from)).toEqual(written);
});

it('a section whose drafts differ in their lines stays as it is', () => {
  const from = draft({ findings: 'Sol 3 ml.\nSağ 3 ml.' });
  const to = draft({ findings: '3 ml.' });
  expect(inOtherLanguage(from, from, to)).toEqual(from);
});
