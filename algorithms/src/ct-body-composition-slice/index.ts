import type { AlgorithmResult } from '@duai/contract';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { attenuationLimits } from '../steps/region-limits.ts';
import { regionOverlay } from '../steps/region-overlay.ts';
import { regionOnCt, regionSlices } from '../steps/region-slices.ts';
import { sentence } from '../wording.ts';
import { MANIFEST } from './manifest.ts';
import { isFat, isMuscle, measureComposition } from './measure.ts';
import { MEASUREMENT_NAMES, WORDING } from './wording.ts';

/** Areas of muscle and fat on a slice that a reader chose, inside an outline or a corrected mask. */
export const ctBodyCompositionSlice: Algorithm = {
  manifest: MANIFEST,
  isAssisted: true,
  gate: regionOnCt,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    const slices = await regionSlices(input);
    const [slice, ...others] = slices;
    if (!slice || others.length > 0)
      return { outcome: 'not-evaluable', reasons: [{ code: 'ONE_SLICE', params: { slices: slices.length } }] };
    if (!slice.inside.includes(1)) return { outcome: 'not-evaluable', reasons: [{ code: 'REGION_EMPTY', params: {} }] };
    const found = measureComposition(slice);
    if (!found) return { outcome: 'not-evaluable', reasons: [{ code: 'NO_SPACING', params: {} }] };
    const { muscleCm2, fatCm2, muscleHu } = found;
    const rounded = (value: number) => Math.round(value * 10) / 10;
    const drawn = (code: string, isOf: (hu: number) => boolean) =>
      regionOverlay(code, slices, ({ inside, values }, pixel) => inside[pixel] === 1 && isOf(values[pixel]!));
    return {
      outcome: 'evaluated',
      findings: [
        {
          code: 'COMPOSITION',
          severity: 'info',
          params: { muscleCm2: rounded(muscleCm2), fatCm2: rounded(fatCm2) },
        },
      ],
      measurements: [
        { code: 'MUSCLE_AREA', value: muscleCm2, unit: 'cm2' },
        { code: 'FAT_AREA', value: fatCm2, unit: 'cm2' },
        ...(muscleHu === null ? [] : [{ code: 'MUSCLE_ATTENUATION', value: muscleHu, unit: "[hnsf'U]" }]),
      ],
      overlays: [...drawn('MUSCLE', isMuscle), ...drawn('FAT', isFat)],
      limitations: [
        ...(input.region?.shape === 'mask' ? [] : [{ code: 'ORGANS_COUNTED', params: {} }]),
        ...attenuationLimits(slices),
      ],
    };
  },

  sentence: ({ code, params }, language) => sentence(WORDING, code, params, language),
  measurementNames: MEASUREMENT_NAMES,
  isAboutPerson: true,
  impressionFrom: 'notice',
  shownBy: { COMPOSITION: 'MUSCLE' },
};
