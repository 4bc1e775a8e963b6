import type { Tissue } from '@duai/contract';
import { itemAt } from '@duai/imaging';
import { pixelAreaMm2, type RegionSlice } from '../steps/region-slices.ts';
import { PARAMETERS } from './parameters.ts';

export interface Attenuation {
  pixels: number;
  meanHu: number;
  /** Standard deviation of the whole population of pixels, not of a sample. */
  deviationHu: number;
  medianHu: number;
  leastHu: number;
  mostHu: number;
  /** Null if a slice has no pixel spacing. */
  areaMm2: number | null;
}

const RANGES: Partial<Record<Tissue, readonly [number, number]>> = {
  'muscle-l3': PARAMETERS.muscleHu,
  fat: PARAMETERS.fatHu,
};

/** Whether a value is counted: for muscle and fat only within the published range. */
export function isCounted(tissue: Tissue | undefined, hu: number): boolean {
  const range = tissue && RANGES[tissue];
  return !range || (hu >= range[0] && hu <= range[1]);
}

/** @returns null if no pixel is counted */
export function measureAttenuation(slices: readonly RegionSlice[], tissue: Tissue | undefined): Attenuation | null {
  const found: number[] = [];
  let areaMm2: number | null = 0;
  for (const slice of slices) {
    const pixelMm2 = pixelAreaMm2(slice);
    for (const [pixel, isInside] of slice.inside.entries()) {
      const hu = slice.values[pixel]!;
      if (isInside === 0 || !isCounted(tissue, hu)) continue;
      found.push(hu);
      areaMm2 = areaMm2 === null || pixelMm2 === null ? null : areaMm2 + pixelMm2;
    }
  }
  if (found.length === 0) return null;
  const sorted = Float64Array.from(found).sort();
  const middle = sorted.length / 2;
  const meanHu = sorted.reduce((sum, hu) => sum + hu, 0) / sorted.length;
  return {
    pixels: sorted.length,
    meanHu,
    deviationHu: Math.sqrt(sorted.reduce((sum, hu) => sum + (hu - meanHu) ** 2, 0) / sorted.length),
    medianHu: (itemAt(sorted, Math.ceil(middle) - 1) + itemAt(sorted, Math.floor(middle))) / 2,
    leastHu: itemAt(sorted, 0),
    mostHu: itemAt(sorted, sorted.length - 1),
    areaMm2,
  };
}
