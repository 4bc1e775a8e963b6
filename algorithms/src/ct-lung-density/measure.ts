import type { Volume } from '@duai/imaging';
import { PARAMETERS } from './parameters.ts';

export interface LungMeasurements {
  voxels: number;
  volumeMl: number;
  meanHu: number;
  laa950Percent: number;
  perc15Hu: number;
  /** Lung area in each slice, mm². */
  areasMm2: number[];
}

/** Range of the histogram: CT values below and above it are counted at its ends. The mask contains air-containing tissue. */
const LOWEST_HU = -1100;
const BINS = 1200;

/**
 * Measurements over the mask. LAA-950: percentage of voxels below −950 HU. Perc15: the density below which 15 % of the voxels
 * lie, from a histogram of 1 HU. All 0 for an empty mask.
 */
export function measure({ values, columns, rows, slices, spacingMm }: Volume, mask: Uint8Array): LungMeasurements {
  const pixelMm2 = spacingMm[0] * spacingMm[1];
  const plane = columns * rows;
  const histogram = new Float64Array(BINS);
  let voxels = 0;
  let sum = 0;
  let low = 0;
  const areasMm2: number[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    const before = voxels;
    for (let voxel = slice * plane; voxel < (slice + 1) * plane; voxel += 1) {
      if (mask[voxel] === 0) continue;
      const hu = values[voxel]!;
      voxels += 1;
      sum += hu;
      if (hu < PARAMETERS.emphysemaThresholdHu) low += 1;
      histogram[Math.min(BINS - 1, Math.max(0, hu - LOWEST_HU))]! += 1;
    }
    areasMm2.push((voxels - before) * pixelMm2);
  }
  return {
    voxels,
    volumeMl: (voxels * pixelMm2 * spacingMm[2]) / 1000,
    meanHu: voxels === 0 ? 0 : sum / voxels,
    laa950Percent: voxels === 0 ? 0 : (low / voxels) * 100,
    perc15Hu: voxels === 0 ? 0 : percentile(histogram, voxels * (PARAMETERS.percentile / 100)),
    areasMm2,
  };
}

function percentile(histogram: Float64Array, target: number): number {
  let below = 0;
  for (const [bin, voxels] of histogram.entries()) {
    below += voxels;
    if (below > target) return bin + LOWEST_HU;
  }
  return LOWEST_HU + BINS;
}

/** Whether the lungs continue beyond the first or the last slice. */
export const isCutOff = ({ areasMm2 }: LungMeasurements): boolean =>
  Math.max(areasMm2[0] ?? 0, areasMm2.at(-1) ?? 0) > PARAMETERS.cutOffMm2;

/**
 * The cross-section of lungs changes gradually. If a large one is next to a much smaller one, a lung was lost in between: it
 * reaches the edge of the image there, or its air was taken for the air around the body.
 */
export function isInterrupted({ areasMm2 }: LungMeasurements, sliceDistanceMm: number): boolean {
  if (sliceDistanceMm > PARAMETERS.jumpWithinMm) return false;
  const large = Math.max(...areasMm2) * PARAMETERS.jumpFromShare;
  return areasMm2.some((area, slice) => {
    const beside = [areasMm2[slice - 1] ?? area, areasMm2[slice + 1] ?? area];
    return area > large && Math.min(...beside) < area * PARAMETERS.jumpToShare;
  });
}
