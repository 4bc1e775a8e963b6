import workplace from '@duai/texts/en/workplace';
import turkish from '@duai/texts/tr/workplace';
import { describe, expect, it } from 'vitest';
import { positiveWhenText } from './figures.ts';

const { figures } = workplace.evaluation;

describe('a question', () => {
  it('say a rule in words', () => {
    expect(positiveWhenText({ kind: 'finding', code: 'CUT_OFF' }, figures)).toBe('the finding “cut off” is present');
    const rule = { kind: 'measurement', direction: 'at-least' } as const;
    const say = (code: string, threshold: number, unit?: string) =>
      [figures, turkish.evaluation.figures].map((texts) => positiveWhenText({ ...rule, code, threshold, unit }, texts));
    expect(say('LAA_950', 6, '%')).toEqual(['LAA-950 is at least 6 %', '−950 HU altındaki oran (LAA-950) en az %6']);
    expect(say('LUNG_VOLUME', 2000, 'ml')).toEqual(['Lung volume is at least 2000 ml', 'Akciğer hacmi en az 2000 ml']);
    expect(say('MEAN_LUNG_DENSITY', -880, "[hnsf'U]")[0]).toBe('Mean lung density is at least −880 HU');
    // A probability has no unit, and that of an older question may not be known.
    expect(say('PNEUMONIA_PROBABILITY', 0.5, '1')[0]).toBe('Probability of signs as of pneumonia is at least 0.5');
    expect(say('LUNG_VOLUME', 2000)[0]).toBe('Lung volume is at least 2000');
  });
});
