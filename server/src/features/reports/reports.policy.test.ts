import { describe, expect, it } from 'vitest';
import type { StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { assertComplete, assertMayEdit } from './reports.policy.ts';

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

  it('refuses a signature without findings or impression', () => {
    const content = {
      clinicalInformation: '',
      technique: '',
      comparison: '',
      findings: 'Bulgu.',
      impression: 'Sonuç.',
      recommendations: '',
      plainSummary: '',
      agreement: null,
    };
    expect(codeOf(() => assertComplete(content))).toBe('ok');
    expect(codeOf(() => assertComplete({ ...content, findings: ' \n' }))).toBe('REPORT_INCOMPLETE');
    expect(codeOf(() => assertComplete({ ...content, impression: '' }))).toBe('REPORT_INCOMPLETE');
  });
});
