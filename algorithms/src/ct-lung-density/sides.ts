import { connectedRuns, type Runs } from '../runs.ts';
import { PARAMETERS } from './parameters.ts';

/** Voxels of the mask on the side of the first and of the last column. */
export interface Sides {
  first: number;
  last: number;
}

/**
 * Separates the lungs in each slice separately: a part on one side of the middle belongs there as a whole, even if a tongue
 * of it crosses in front of the heart; one that lies on both sides (the lungs touch) is cut at its thinnest column near the
 * middle.
 */
export function splitSides(mask: Uint8Array, columns: number, rows: number, slices: number, columnMm: number): Sides {
  const runs = connectedRuns(mask, columns, rows, slices, false);
  const middle = columnBetweenLungs(runs, columns);
  const before = new Float64Array(runs.count);
  const after = new Float64Array(runs.count);
  for (let run = 0; run < runs.count; run += 1) {
    const length = runs.end[run]! - runs.start[run]!;
    const towardsFirst = Math.min(length, Math.max(0, middle - runs.start[run]!));
    before[runs.root[run]!]! += towardsFirst;
    after[runs.root[run]!]! += length - towardsFirst;
  }
  const sides = { first: 0, last: 0 };
  const joined = new Map<number, Float64Array>();
  for (let run = 0; run < runs.count; run += 1) {
    const root = runs.root[run]!;
    const size = before[root]! + after[root]!;
    const isJoined = Math.min(before[root]!, after[root]!) > size * PARAMETERS.joinedShare;
    if (isJoined) {
      const profile = joined.get(root) ?? new Float64Array(columns);
      for (let column = runs.start[run]!; column < runs.end[run]!; column += 1) profile[column]! += 1;
      joined.set(root, profile);
    } else if (root === run) {
      sides[before[root]! > after[root]! ? 'first' : 'last'] += size;
    }
  }
  const reach = Math.round(PARAMETERS.splitReachMm / columnMm);
  for (const profile of joined.values()) {
    const cut = emptiest(profile, Math.max(0, middle - reach), Math.min(columns - 1, middle + reach));
    for (const [column, pixels] of profile.entries()) sides[column < cut ? 'first' : 'last'] += pixels;
  }
  return sides;
}

/** The column with the least lung between the 20th and the 80th percentile of the lungs' columns: the mediastinum. */
function columnBetweenLungs(runs: Runs, columns: number): number {
  const profile = new Float64Array(columns);
  for (let run = 0; run < runs.count; run += 1) {
    for (let column = runs.start[run]!; column < runs.end[run]!; column += 1) profile[column]! += 1;
  }
  const total = profile.reduce((sum, pixels) => sum + pixels, 0);
  const quantile = (share: number) => {
    let sum = 0;
    return Math.max(
      0,
      profile.findIndex((pixels) => {
        sum += pixels;
        return sum > total * share;
      }),
    );
  };
  return emptiest(profile, quantile(0.2), quantile(0.8));
}

/** Of several such columns, the middle one. */
function emptiest(profile: Float64Array, from: number, to: number): number {
  let least = Number.POSITIVE_INFINITY;
  let columns: number[] = [];
  for (let column = from; column <= to; column += 1) {
    if (profile[column]! < least) {
      least = profile[column]!;
      columns = [column];
    } else if (profile[column] === least) columns.push(column);
  }
  return columns[Math.floor(columns.length / 2)] ?? from;
}
