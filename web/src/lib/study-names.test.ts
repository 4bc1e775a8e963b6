import { describe, expect, it } from 'vitest';
import { modalityName, studyName } from './study-names.ts';

describe('names of studies', () => {
  it('are said as people say them', () => {
    expect(studyName({ studyDescription: 'Thorax^ThoraxRoutine (Adult)' })).toBe('Thorax ThoraxRoutine (Adult)');
    expect(studyName({ studyDescription: null })).toBe('Study without description');
    expect(['MR', 'DX', 'CT', null].map(modalityName)).toEqual(['MRI', 'X-Ray', 'CT', 'Unknown']);
  });
});
