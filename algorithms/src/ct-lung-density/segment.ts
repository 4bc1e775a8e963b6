import type { Volume } from '@duai/imaging';
import { clearRuns, connectedRuns, sizesOf } from '../runs.ts';
import { type Airways, removeAirways } from './airways.ts';
import { PARAMETERS } from './parameters.ts';

export interface Lungs {
  /** 1 for lung without airways; indexed like the volume. */
  mask: Uint8Array;
  /** null if no trachea was found; its air is then still in the mask. */
  airways: Airways | null;
}

/**
 * Segments the lungs by threshold and connectivity: air-containing voxels inside the body, without trachea and main bronchi,
 * without small parts and without gas of stomach and bowel. Vessels above the threshold do not count as lung.
 */
export function segmentLungs(volume: Volume, headIsLast: boolean): Lungs {
  const { values, columns, rows, slices } = volume;
  const mask = bodyAndWhatItEncloses(volume);
  for (let voxel = 0; voxel < values.length; voxel += 1) {
    if (values[voxel]! >= PARAMETERS.airThresholdHu) mask[voxel] = 0;
  }
  const airways = removeAirways(volume, mask, headIsLast);
  keepLungs(mask, values, columns, rows, slices);
  return { mask, airways };
}

/**
 * In each slice separately (so that an open mouth higher up does no harm): the largest part denser than air, and everything
 * that it encloses. The table, its hollow interior and the surrounding air are other parts or connected to the edge.
 */
function bodyAndWhatItEncloses({ values, columns, rows, slices }: Volume): Uint8Array {
  const mask = new Uint8Array(values.length);
  for (let voxel = 0; voxel < values.length; voxel += 1) {
    mask[voxel] = values[voxel]! < PARAMETERS.airThresholdHu ? 0 : 1;
  }
  const dense = connectedRuns(mask, columns, rows, slices, false);
  const sizes = sizesOf(dense);
  const bodyOfSlice = new Int32Array(slices).fill(-1);
  for (let run = 0; run < dense.count; run += 1) {
    if (dense.root[run] !== run) continue;
    const slice = Math.floor(dense.line[run]! / rows);
    const best = bodyOfSlice[slice]!;
    if (best < 0 || sizes[run]! > sizes[best]!) bodyOfSlice[slice] = run;
  }
  clearRuns(mask, columns, dense, (run) => bodyOfSlice[Math.floor(dense.line[run]! / rows)] !== dense.root[run]);

  for (let voxel = 0; voxel < mask.length; voxel += 1) mask[voxel] = 1 - mask[voxel]!;
  const rest = connectedRuns(mask, columns, rows, slices, false);
  const isOutside = new Uint8Array(rest.count);
  for (let run = 0; run < rest.count; run += 1) {
    const row = rest.line[run]! % rows;
    if (rest.start[run] === 0 || rest.end[run] === columns || row === 0 || row === rows - 1)
      isOutside[rest.root[run]!] = 1;
  }
  mask.fill(1);
  clearRuns(mask, columns, rest, (run) => isOutside[rest.root[run]!] === 1);
  return mask;
}

/** Keeps parts that are large enough and not gas: lung is a mixture, gas is nearly all below the emphysema threshold. */
function keepLungs(mask: Uint8Array, values: Int16Array, columns: number, rows: number, slices: number): void {
  const runs = connectedRuns(mask, columns, rows, slices, true);
  const sizes = sizesOf(runs);
  const smallest = sizes.reduce((most, size) => Math.max(most, size), 0) * PARAMETERS.minPartShare;
  const gas = new Float64Array(runs.count);
  for (let run = 0; run < runs.count; run += 1) {
    const root = runs.root[run]!;
    if (sizes[root]! < smallest) continue;
    const line = runs.line[run]! * columns;
    for (let voxel = line + runs.start[run]!; voxel < line + runs.end[run]!; voxel += 1) {
      if (values[voxel]! < PARAMETERS.gasThresholdHu) gas[root]! += 1;
    }
  }
  clearRuns(mask, columns, runs, (run) => {
    const root = runs.root[run]!;
    return sizes[root]! < smallest || gas[root]! > sizes[root]! * PARAMETERS.gasShare;
  });
}
