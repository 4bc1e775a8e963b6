import type { Volume } from '@duai/imaging';
import { PARAMETERS } from './parameters.ts';

export interface LungMeasurements {
  voxelMl: number;
  volumeMl: number;
  rightMl: number;
  leftMl: number;
  meanHu: number;
  laa950Percent: number;
  perc15Hu: number;
  /** Larger of the lung areas in the first and last slice. */
  edgeMm2: number;
  /** 1 where lung is below −950 HU. */
  emphysema: Uint8Array;
}

const LOWEST_HU = -1100;
const BINS = 1200;

/** Counts over the mask. The percentile is the density below which 15 % of the lung lies, by a histogram of 1 HU. */
export function measure(volume: Volume, mask: Uint8Array, isColumnTowardsLeft: boolean): LungMeasurements {
  const { values, columns, rows, slices, spacingMm } = volume;
  const voxelMl = (spacingMm[0] * spacingMm[1] * spacingMm[2]) / 1000;
  const emphysema = new Uint8Array(mask.length);
  const histogram = new Float64Array(BINS);
  const plane = columns * rows;
  const perSlice = new Float64Array(slices);
  const perColumn = new Float64Array(columns);
  let count = 0;
  let sum = 0;
  let low = 0;
  for (let voxel = 0; voxel < mask.length; voxel += 1) {
    if (mask[voxel] === 0) continue;
    const hu = values[voxel]!;
    count += 1;
    sum += hu;
    if (hu < PARAMETERS.emphysemaThresholdHu) {
      low += 1;
      emphysema[voxel] = 1;
    }
    histogram[Math.min(BINS - 1, Math.max(0, hu - LOWEST_HU))]! += 1;
    perSlice[Math.floor(voxel / plane)]! += 1;
    perColumn[voxel % columns]! += 1;
  }
  const split = columnBetweenLungs(perColumn, count);
  const towardsFirst = perColumn.subarray(0, split).reduce((total, value) => total + value, 0) * voxelMl;
  const towardsLast = count * voxelMl - towardsFirst;
  const pixelMm2 = spacingMm[0] * spacingMm[1];
  return {
    voxelMl,
    volumeMl: count * voxelMl,
    // Columns run towards the patient's left in the usual axial orientation (PS3.3 C.7.6.2.1.1).
    rightMl: isColumnTowardsLeft ? towardsFirst : towardsLast,
    leftMl: isColumnTowardsLeft ? towardsLast : towardsFirst,
    meanHu: count === 0 ? 0 : sum / count,
    laa950Percent: count === 0 ? 0 : (low / count) * 100,
    perc15Hu: percentile(histogram, count * (PARAMETERS.percentile / 100)),
    edgeMm2: Math.max(perSlice[0] ?? 0, perSlice[slices - 1] ?? 0) * pixelMm2,
    emphysema,
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

/** The emptiest column in the middle third of the lungs: the mediastinum. */
function columnBetweenLungs(perColumn: Float64Array, count: number): number {
  let before = 0;
  const quantile = (share: number) => {
    before = 0;
    return perColumn.findIndex((value) => {
      before += value;
      return before > count * share;
    });
  };
  const [from, to] = [quantile(0.2), quantile(0.8)];
  let best = from;
  for (let column = from; column <= to; column += 1) if (perColumn[column]! < perColumn[best]!) best = column;
  return Math.max(0, best);
}
