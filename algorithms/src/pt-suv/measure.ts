import type { ExactVolume } from '../steps/exact-volume.ts';
import { PARAMETERS } from './parameters.ts';

export interface Uptake {
  /** Number of measured voxels. */
  voxels: number;
  mean: number;
  max: number;
  /** Index of the voxel with the maximum value. */
  maxAt: number;
  /** Largest mean of a sphere of 1 ml; null if no sphere fits into the volume. */
  peak: { value: number; centre: number; sphere: Int32Array } | null;
}

type Grid = Pick<ExactVolume, 'columns' | 'rows' | 'slices' | 'spacingMm' | 'values'>;

/**
 * Uptake of the voxels in `region`, or of all. A sphere has its centre in the region and may extend beyond it; every voxel
 * whose centre is inside counts fully.
 * @param region one byte for each voxel, 0 outside
 * @returns undefined if the region contains no voxel
 */
export function measureUptake(grid: Grid, region?: Uint8Array): Uptake | undefined {
  const { values } = grid;
  let [voxels, sum, max, maxAt] = [0, 0, Number.NEGATIVE_INFINITY, -1];
  for (let voxel = 0; voxel < values.length; voxel += 1) {
    if (region && region[voxel] === 0) continue;
    const value = values[voxel]!;
    voxels += 1;
    sum += value;
    if (value > max) [max, maxAt] = [value, voxel];
  }
  return voxels === 0 ? undefined : { voxels, mean: sum / voxels, max, maxAt, peak: peakOf(grid, region, maxAt) };
}

/** Offsets of the voxels of a sphere of 1 ml, as [column, row, slice]. */
export function sphereOffsets(spacingMm: readonly [number, number, number]): [number, number, number][] {
  const radiusMm = Math.cbrt((3 * PARAMETERS.peakMl * 1000) / (4 * Math.PI));
  const [x, y, z] = spacingMm;
  const [across, down, along] = [x, y, z].map((mm) => Math.floor(radiusMm / mm)) as [number, number, number];
  const offsets: [number, number, number][] = [];
  for (let slice = -along; slice <= along; slice += 1)
    for (let row = -down; row <= down; row += 1)
      for (let column = -across; column <= across; column += 1)
        if ((column * x) ** 2 + (row * y) ** 2 + (slice * z) ** 2 <= radiusMm ** 2) offsets.push([column, row, slice]);
  return offsets;
}

/**
 * A sphere whose mean exceeds the best one so far must contain a voxel that exceeds it. So only centres near such voxels are
 * tried, which gives the same answer with much less work.
 */
function peakOf(grid: Grid, region: Uint8Array | undefined, maxAt: number): Uptake['peak'] {
  const { columns, rows, slices, values } = grid;
  const offsets = sphereOffsets(grid.spacingMm);
  const steps = Int32Array.from(offsets, ([column, row, slice]) => (slice * rows + row) * columns + column);
  const reach = (axis: 0 | 1 | 2) => Math.max(...offsets.map((offset) => offset[axis]));
  const [across, down, along] = [reach(0), reach(1), reach(2)];
  const fits = (centre: number): boolean => {
    const column = centre % columns;
    const row = Math.floor(centre / columns) % rows;
    const slice = Math.floor(centre / (columns * rows));
    const isIn = (place: number, size: number, by: number) => place >= by && place < size - by;
    return isIn(column, columns, across) && isIn(row, rows, down) && isIn(slice, slices, along);
  };
  let best: { value: number; centre: number } | null = null;
  const seen = new Uint8Array(values.length);
  const look = (centre: number): void => {
    if (centre < 0 || centre >= values.length || seen[centre] === 1) return;
    seen[centre] = 1;
    if ((region && region[centre] === 0) || !fits(centre)) return;
    let sum = 0;
    for (const step of steps) sum += values[centre + step]!;
    const value = sum / steps.length;
    if (!best || value > best.value) best = { value, centre };
  };
  const lookAround = (voxel: number): void => {
    for (const step of steps) look(voxel - step);
  };
  lookAround(maxAt);
  for (let voxel = 0; voxel < values.length; voxel += 1) {
    if (values[voxel]! > ((best as { value: number } | null)?.value ?? Number.NEGATIVE_INFINITY)) lookAround(voxel);
  }
  const found = best as { value: number; centre: number } | null;
  return found && { ...found, sphere: steps.map((step) => found.centre + step) };
}
