import { LIMITS, reports } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import type { StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import {
  assertComplete,
  assertFollowsVerdicts,
  assertMayEdit,
  assertNewAddendum,
  assertRadsFits,
} from './reports.policy.ts';

const radiologist = { id: 'r1' } as StaffActor;
const claimed = { status: 'processing', claimedBy: 'r1', submission: 2 } as const;
const draft = { status: 'draft', submission: 2 } as const;

const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'ok';
};

describe('who may edit and sign', () => {
  it.each([
    ['the radiologist who claimed the case', claimed, draft, 'ok'],
    ['nobody, once it is signed', claimed, { ...draft, status: 'signed' }, 'REPORT_SIGNED'],
    ['nobody, while the patient adds images', { ...claimed, status: 'uploaded' }, draft, 'CASE_NOT_IN_REVIEW'],
    ['nobody, before a claim', { ...claimed, claimedBy: null }, draft, 'CASE_NOT_CLAIMED'],
    ['not a colleague of the one who claimed', { ...claimed, claimedBy: 'r2' }, draft, 'CASE_CLAIMED'],
    ['nobody, before there is a draft', claimed, undefined, 'REPORT_NOT_READY'],
    ['nobody, while the draft is of earlier images', claimed, { ...draft, submission: 1 }, 'REPORT_NOT_READY'],
  ] as const)('%s [PAT-083]', (_, caseRow, report, code) => {
    expect(codeOf(() => assertMayEdit(radiologist, caseRow, report))).toBe(code);
  });

  it('refuses an addendum that is signed already, and one beyond the limit', () => {
    const add = (number: number, text: string) => {
      const addenda = Array.from({ length: number }, (_, at) => ({ signedBy: 'r1', text: `Ek ${at}.` }));
      return codeOf(() => assertNewAddendum(addenda, radiologist, text));
    };
    expect(add(LIMITS.addendaPerReport - 1, 'Ek.')).toBe('ok');
    expect(add(LIMITS.addendaPerReport, 'Ek.')).toBe('TOO_MANY_ADDENDA');
    // A double click of the last one is told as such.
    expect(add(LIMITS.addendaPerReport, 'Ek 0.')).toBe('ADDENDUM_EXISTS');
  });

  it('refuses a signature without findings, impression or a summary that somebody wrote', () => {
    const content = {
      clinicalInformation: '',
      technique: '',
      comparison: '',
      findings: 'Bulgu.',
      impression: 'Sonuç.',
      recommendations: '',
      plainSummary: 'Akciğerleriniz sağlıklı.',
      rads: null,
      agreement: null,
      keyImages: [],
    };
    const draft = { ...content, findings: 'Ölçüldü.', impression: '', plainSummary: 'Hazır metin.' };
    const sign = (change: Partial<reports.ReportContent>) =>
      codeOf(() => assertComplete({ ...content, ...change }, [draft, { ...draft, findings: 'Measured.' }]));
    expect(sign({})).toBe('ok');
    expect(sign({ findings: ' \n' })).toBe('REPORT_INCOMPLETE');
    expect(sign({ impression: '' })).toBe('REPORT_INCOMPLETE');
    // Characters without a shape are nothing to read.
    expect(sign({ findings: '\u200b', impression: '\u2060' })).toBe('REPORT_INCOMPLETE');
    for (const plainSummary of ['', ' \n', 'Hazır metin.', 'Ölçüldü.', 'Measured.'])
      expect(sign({ plainSummary }), plainSummary).toBe('SUMMARY_NOT_WRITTEN');
    const gap = `Nodül ${reports.REPORT_GAP} mm.`;
    for (const part of ['findings', 'impression', 'recommendations', 'plainSummary'] as const)
      expect(sign({ [part]: gap }), part).toBe('REPORT_HAS_GAPS');
    const rads = { system: 'bi-rads' as const, category: null, sides: { right: '0', left: '4' } };
    expect([sign({ rads }), sign({ rads: { ...rads, category: '4' } })]).toEqual(['RADS_OVERALL_MISSING', 'ok']);
  });

  it('takes a RADS category only of a list that was made for these images', () => {
    const choose = (system: 'lung-rads' | 'bi-rads' | null, modality: string | null, bodyPart: string | null) =>
      codeOf(() =>
        assertRadsFits({ rads: system && { system, category: '2' } }, { modality: 'CT', bodyPart: null }, [
          { description: null, series: [{ modality, bodyPart, description: null }] },
        ]),
      );
    expect([choose('lung-rads', 'CT', null), choose('lung-rads', 'CT', 'CHEST')]).toEqual(['ok', 'ok']);
    expect([choose('bi-rads', 'CT', null), choose('bi-rads', 'CT', 'CHEST')]).toEqual(
      Array(2).fill('RADS_NOT_FITTING'),
    );
    expect([choose('lung-rads', 'CT', 'ABDOMEN'), choose('bi-rads', 'MR', 'PROSTATE')]).toEqual(
      Array(2).fill('RADS_NOT_FITTING'),
    );
    expect(choose('bi-rads', 'MR', 'BREAST')).toBe('ok');
    // The case is declared as CT, and its pictures do not say what they are.
    expect([choose('lung-rads', null, null), choose('bi-rads', null, null)]).toEqual(['ok', 'RADS_NOT_FITTING']);
    expect(choose(null, 'XA', null)).toBe('ok');
  });
});

describe('the text after a verdict', () => {
  const content = (findings: string, impression = '') => ({ findings, impression }) as reports.ReportContent;
  const drafts = [
    { findings: ['Akciğer hacmi 4.200 ml.', 'LAA-950 %12.'], impression: ['Amfizem ile uyumlu.'] },
    { findings: ['Lung volume 4,200 ml.', 'LAA-950 12 %.'], impression: ['Consistent with emphysema.'] },
  ];
  const kept = content('Akciğer hacmi 4.200 ml.\n LAA-950 %12. ', 'Amfizem ile uyumlu.');
  const partly = content('Akciğer hacmi 4.200 ml.', 'Amfizem yok.');
  const gone = content('Akciğerler doğal.', 'Amfizem yok.');

  it.each([
    ['accepted', kept, 'ok'],
    ['corrected', kept, 'REPORT_KEEPS_REJECTED'],
    ['corrected', partly, 'ok'],
    ['rejected', partly, 'REPORT_KEEPS_REJECTED'],
    ['rejected', content('Doğal.', 'Consistent with emphysema.'), 'REPORT_KEEPS_REJECTED'],
    ['rejected', gone, 'ok'],
    [undefined, kept, 'ok'],
  ] as const)('follows it: %s', (verdict, text, code) => {
    expect(codeOf(() => assertFollowsVerdicts(text, [{ verdict, drafts }]))).toBe(code);
  });

  it('is held to each verdict: one rejected result among accepted ones is enough', () => {
    const accepted = { verdict: 'accepted' as const, drafts };
    expect(codeOf(() => assertFollowsVerdicts(kept, [accepted, { verdict: 'rejected', drafts }]))).toBe(
      'REPORT_KEEPS_REJECTED',
    );
  });

  it('has nothing to follow where an algorithm wrote nothing', () => {
    const silent = [{ findings: [], impression: [] }];
    expect(codeOf(() => assertFollowsVerdicts(kept, [{ verdict: 'corrected', drafts: silent }]))).toBe('ok');
  });
});
