import type { SeriesInfo } from '@duai/algorithms';
import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { routeBy } from './routing.ts';

const series = (header: Partial<DicomHeader> | null): SeriesInfo =>
  ({
    seriesInstanceUid: '1.2.3',
    declaredModality: null,
    instances: [{ kind: 'dicom', header }],
  }) as unknown as SeriesInfo;
const chest = series({
  modality: 'CT',
  bodyPartExamined: 'CHEST',
  convolutionKernel: 'B40f',
  patientAgeYears: 61,
  patientSex: 'F',
});
const none: ReadonlySet<string> = new Set();

describe('routing', () => {
  it('sends everything where nothing was chosen', () => {
    expect(routeBy({ disabled: none, rules: [] })(chest, 'a')).toBeNull();
  });
  it('sends nothing to a model that is off, whatever its rules say', () => {
    const route = routeBy({ disabled: new Set(['a']), rules: [{ algorithmId: 'a', conditions: { modality: 'CT' } }] });
    expect(route(chest, 'a')).toEqual({ code: 'SWITCHED_OFF', params: {} });
    expect(route(chest, 'b')).toBeNull();
  });
  it.each([
    [{ modality: 'CT' }, true],
    [{ modality: 'MR' }, false],
    [{ bodyPart: 'chest' }, true],
    [{ kernel: 'b40' }, true],
    [{ kernel: 'b70' }, false],
    [{ sex: 'F' as const, minAgeYears: 18 }, true],
    [{ sex: 'F' as const, minAgeYears: 62 }, false],
    [{ maxAgeYears: 61 }, true],
    [{ maxAgeYears: 60 }, false],
  ])('%j takes a chest CT of a woman of 61: %s', (conditions, takes) => {
    const route = routeBy({ disabled: none, rules: [{ algorithmId: 'a', conditions }] });
    expect(route(chest, 'a') === null).toBe(takes);
  });
  it('needs one of several rules', () => {
    const rules = [{ modality: 'MR' }, { bodyPart: 'CHEST' }].map((conditions) => ({ algorithmId: 'a', conditions }));
    expect(routeBy({ disabled: none, rules })(chest, 'a')).toBeNull();
  });
  it('does not take for granted what the header does not say', () => {
    for (const conditions of [{ minAgeYears: 0 }, { maxAgeYears: 150 }, { sex: 'M' as const }, { bodyPart: 'x' }])
      expect(routeBy({ disabled: none, rules: [{ algorithmId: 'a', conditions }] })(series(null), 'a')?.code).toBe(
        'NO_RULE_MATCHES',
      );
  });
});
