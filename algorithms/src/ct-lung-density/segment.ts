import type { Volume } from '@duai/imaging';
import { clearRuns, connectedRuns } from '../runs.ts';
import { removeAirways } from './airways.ts';
import { PARAMETERS } from './parameters.ts';

export interface Lungs {
  /** 1 where lung is, airways removed; same index as the volume. */
  mask: Uint8Array;
  airwayVoxels: number;
}

/**
 * Lungs by threshold and connection: air-containing voxels, without the air around the body, without trachea and main
 * bronchi, without small parts. Vessels above the threshold do not count as lung.
 */
export function segmentLungs(volume: Volume, headIsLast: boolean): Lungs {
  const { values, columns, rows, slices } = volume;
  const mask = new Uint8Array(values.length);
  for (let voxel = 0; voxel < values.length; voxel += 1)
    mask[voxel] = values[voxel]! < PARAMETERS.airThresholdHu ? 1 : 0;
  removeOutsideAir(mask, columns, rows, slices);
  const airwayVoxels = removeAirways(volume, mask, headIsLast);
  keepLargeParts(mask, columns, rows, slices);
  return { mask, airwayVoxels };
}

/** In each slice on its own, whatever hangs together with the edge: so an open mouth higher up does no harm. */
function removeOutsideAir(mask: Uint8Array, columns: number, rows: number, slices: number): void {
  const runs = connectedRuns(mask, columns, rows, slices, false);
  const outside = new Uint8Array(runs.count);
  for (let run = 0; run < runs.count; run += 1) {
    const row = runs.line[run]! % rows;
    if (runs.start[run] === 0 || runs.end[run] === columns || row === 0 || row === rows - 1)
      outside[runs.root[run]!] = 1;
  }
  clearRuns(mask, columns, runs, (run) => outside[runs.root[run]!] === 1);
}

function keepLargeParts(mask: Uint8Array, columns: number, rows: number, slices: number): void {
  const runs = connectedRuns(mask, columns, rows, slices, true);
  const sizes = new Float64Array(runs.count);
  for (let run = 0; run < runs.count; run += 1) sizes[runs.root[run]!]! += runs.end[run]! - runs.start[run]!;
  const bySize = [...new Set(runs.root)].sort((a, b) => sizes[b]! - sizes[a]!);
  const largest = sizes[bySize[0] ?? 0] ?? 0;
  const kept = new Set(bySize.slice(0, 2).filter((root) => sizes[root]! >= largest * PARAMETERS.minPartShare));
  clearRuns(mask, columns, runs, (run) => !kept.has(runs.root[run]!));
}
