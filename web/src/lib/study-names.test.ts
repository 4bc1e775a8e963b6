import workplace from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { modalityName, studyName, underHeadings } from './study-names.ts';

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

  it('head the items that follow one another, whose order stays', () => {
    const groups = underHeadings(['a1', 'a2', 'b1', 'a3'], (item) => item.slice(0, 1));
    expect(groups).toEqual([
      { heading: 'a', items: ['a1', 'a2'] },
      { heading: 'b', items: ['b1'] },
      { heading: 'a', items: ['a3'] },
    ]);
  });
});
