import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { assertAiShown, assertIsRead, changedSections, isAiWithheld } from './preliminary.policy.ts';

const codeThrownBy = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'ok';
};

const CONTENT = {
  clinicalInformation: '',
  technique: '',
  comparison: '',
  findings: 'Nodule of 6 mm.',
  impression: 'Follow-up.',
  recommendations: '',
  plainSummary: '',
  agreement: null,
  rads: null,
  keyImages: [],
};

describe('reading before AI', () => {
  it('withholds AI from a reader of that mode, of an open case, until the preliminary read is saved', () => {
    const open = { status: 'processing' } as const;
    expect(isAiWithheld({ isReadFirst: true, hasPreliminary: false }, open)).toBe(true);
    expect(isAiWithheld({ isReadFirst: true, hasPreliminary: false }, { status: 'uploaded' })).toBe(true);
    expect(isAiWithheld({ isReadFirst: true, hasPreliminary: true }, open)).toBe(false);
    expect(isAiWithheld({ isReadFirst: false, hasPreliminary: false }, open)).toBe(false);
    expect(isAiWithheld({ isReadFirst: true, hasPreliminary: false }, { status: 'completed' })).toBe(false);
    expect(codeThrownBy(() => assertAiShown({ isReadFirst: true, hasPreliminary: false }, open))).toBe('READ_FIRST');
  });

  it('takes for a preliminary read what this reader wrote, with findings and impression', () => {
    const reader = { id: 'a' };
    const code = (row: Parameters<typeof assertIsRead>[0]) => codeThrownBy(() => assertIsRead(row, reader));
    expect(code({ editedBy: 'a', content: CONTENT })).toBe('ok');
    expect(code({ editedBy: 'b', content: CONTENT })).toBe('PRELIMINARY_NOT_WRITTEN');
    expect(code({ editedBy: null, content: CONTENT })).toBe('PRELIMINARY_NOT_WRITTEN');
    expect(code({ editedBy: 'a', content: { ...CONTENT, findings: ' ' } })).toBe('PRELIMINARY_NOT_WRITTEN');
    expect(code({ editedBy: 'a', content: { ...CONTENT, impression: '' } })).toBe('PRELIMINARY_NOT_WRITTEN');
  });

  it('names the sections that changed after it', () => {
    expect(changedSections(CONTENT, CONTENT)).toEqual([]);
    expect(
      changedSections(CONTENT, { ...CONTENT, impression: 'Biopsy.', agreement: 'major-difference', plainSummary: 'x' }),
    ).toEqual(['impression', 'agreement']);
  });

  it('[RED-009] names a category and key images that were chosen after it', () => {
    const rads = { system: 'lung-rads', category: '2' } as const;
    const image = { imageId: 'a', frame: 0, caption: '', window: null, suvFactor: null, region: null };
    const read = { ...CONTENT, rads, keyImages: [image] };
    expect(changedSections(read, { ...read, keyImages: [{ ...image, suvFactor: 0.5 }] })).toEqual([]);
    expect(changedSections(read, { ...read, rads: { ...rads, category: '4A' } })).toEqual(['rads']);
    expect(changedSections(read, { ...read, rads: null, keyImages: [] })).toEqual(['rads', 'keyImages']);
    const older = Object.fromEntries(
      Object.entries(CONTENT).filter(([part]) => part !== 'rads' && part !== 'keyImages'),
    );
    expect(changedSections(older as unknown as typeof CONTENT, CONTENT)).toEqual([]);
  });
});
