import type { AlgorithmResult } from '@duai/contract';
import { itemAt } from '@duai/imaging';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { attenuationLimits } from '../steps/region-limits.ts';
import { regionOverlay } from '../steps/region-overlay.ts';
import { regionOnCt, regionSlices } from '../steps/region-slices.ts';
import { sentence } from '../wording.ts';
import { MANIFEST } from './manifest.ts';
import { measureCalcium } from './measure.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES, WORDING } from './wording.ts';

/** Agatston score of a region that a reader outlined around calcium. */
export const ctAgatston: Algorithm = {
  manifest: MANIFEST,
  isAssisted: true,
  gate: regionOnCt,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    const slices = await regionSlices(input);
    if (slices.every(({ inside }) => !inside.includes(1)))
      return { outcome: 'not-evaluable', reasons: [{ code: 'REGION_EMPTY', params: {} }] };
    const calcium = measureCalcium(slices);
    if (!calcium) return { outcome: 'not-evaluable', reasons: [{ code: 'NO_DISTANCE', params: {} }] };
    const { score, areas, volumeMm3, peakHu, sliceDistanceMm, counted } = calcium;
    const factor = sliceDistanceMm / PARAMETERS.sliceDistanceMm;
    const rounded = (value: number) => Math.round(value * 10) / 10;
    return {
      outcome: 'evaluated',
      findings: [
        peakHu === null
          ? { code: 'NO_CALCIUM', severity: 'info', params: { slices: slices.length } }
          : {
              code: 'CALCIUM',
              severity: 'notice',
              params: {
                score: rounded(score),
                areas,
                volumeMm3: rounded(volumeMm3),
                peakHu: Math.round(peakHu),
                slices: slices.length,
              },
            },
      ],
      measurements: [
        { code: 'AGATSTON_SCORE', value: score, unit: '1' },
        { code: 'CALCIUM_VOLUME', value: volumeMm3, unit: 'mm3' },
      ],
      overlays: regionOverlay('CALCIUM', slices, (slice, pixel) => itemAt(counted, slices.indexOf(slice))[pixel] === 1),
      limitations: [
        ...attenuationLimits(slices),
        ...(Math.abs(factor - 1) > 1e-6
          ? [{ code: 'SCALED', params: { distanceMm: sliceDistanceMm, factor: Math.round(factor * 1000) / 1000 } }]
          : []),
      ],
    };
  },

  sentence: ({ code, params }, language) => sentence(WORDING, code, params, language),
  measurementNames: MEASUREMENT_NAMES,
  isAboutPerson: true,
  impressionFrom: 'notice',
  shownBy: { CALCIUM: 'CALCIUM' },
};
