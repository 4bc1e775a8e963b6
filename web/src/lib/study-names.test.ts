import workplace from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { modalityName, studyName } from './study-names.ts';

describe('names of studies', () => {
  it('are said as people say them', () => {
    expect(studyName({ studyDescription: 'Thorax^ThoraxRoutine (Adult)' }, workplace.names)).toBe(
      'Thorax ThoraxRoutine (Adult)',
    );
    expect(studyName({ studyDescription: null }, workplace.names)).toBe('Study without description');
    expect(['MR', 'DX', 'CT', null].map((code) => modalityName(code, workplace.names))).toEqual([
      'MRI',
      'X-Ray',
      'CT',
      'Unknown',
    ]);
  });
});
