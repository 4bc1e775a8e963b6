import type { Volume } from '@duai/imaging';
import { connectedRuns, type Runs } from '../runs.ts';
import { PARAMETERS } from './parameters.ts';

interface Part {
  root: number;
  pixels: number;
  meanColumn: number;
  minColumn: number;
  maxColumn: number;
  minRow: number;
  maxRow: number;
}

/**
 * Follows the lumen from the trachea downwards, slice by slice: a part belongs to the airways when it overlaps the
 * airways of the slice above and has not grown beyond a leak. Removes it from the mask; answers how many voxels.
 */
export function removeAirways(volume: Volume, mask: Uint8Array, headIsLast: boolean): number {
  const { columns, rows, slices, values, spacingMm } = volume;
  const pixelMm2 = spacingMm[0] * spacingMm[1];
  const plane = rows * columns;
  const downwards = Array.from({ length: slices }, (_, step) => (headIsLast ? slices - 1 - step : step));
  let previous: { lumen: Uint8Array; areas: Map<number, number>; label: Int32Array } | undefined;
  let removed = 0;

  for (const slice of downwards) {
    const at = slice * plane;
    const lumen = new Uint8Array(plane);
    for (let pixel = 0; pixel < plane; pixel += 1) {
      lumen[pixel] = mask[at + pixel] === 1 && values[at + pixel]! < PARAMETERS.lumenThresholdHu ? 1 : 0;
    }
    const runs = connectedRuns(lumen, columns, rows, 1, false);
    const parts = measureParts(runs);
    const above = previous;
    const chosen = above
      ? parts.filter((part) => isContinuation(part, runs, columns, above, pixelMm2))
      : findTrachea(parts, middleOfBody(volume, slice), spacingMm, pixelMm2);
    if (chosen.length === 0) {
      // Before the trachea was found: look further down. After it: the airways have ended here.
      if (previous) break;
      continue;
    }
    const label = new Int32Array(plane).fill(-1);
    const roots = new Set(chosen.map((part) => part.root));
    for (let run = 0; run < runs.count; run += 1) {
      if (!roots.has(runs.root[run]!)) continue;
      const from = runs.line[run]! * columns + runs.start[run]!;
      const to = runs.line[run]! * columns + runs.end[run]!;
      label.fill(runs.root[run]!, from, to);
      mask.fill(0, at + from, at + to);
      removed += to - from;
    }
    removed += removeWallFringe(mask, at, label, values, columns, rows);
    previous = { lumen, areas: new Map(chosen.map((part) => [part.root, part.pixels])), label };
  }
  return removed;
}

function measureParts(runs: Runs): Part[] {
  const parts = new Map<number, Part>();
  for (let run = 0; run < runs.count; run += 1) {
    const [root, start, end, row] = [runs.root[run]!, runs.start[run]!, runs.end[run]!, runs.line[run]!];
    const length = end - start;
    const part = parts.get(root) ?? {
      root,
      pixels: 0,
      meanColumn: 0,
      minColumn: start,
      maxColumn: end,
      minRow: row,
      maxRow: row,
    };
    part.meanColumn = (part.meanColumn * part.pixels + ((start + end - 1) / 2) * length) / (part.pixels + length);
    part.pixels += length;
    part.minColumn = Math.min(part.minColumn, start);
    part.maxColumn = Math.max(part.maxColumn, end);
    part.maxRow = row;
    parts.set(root, part);
  }
  return [...parts.values()];
}

/** Round, of the size of a trachea, near the middle; the largest of those. */
function findTrachea(parts: Part[], middle: number, spacingMm: readonly number[], pixelMm2: number): Part[] {
  const candidates = parts.filter((part) => {
    const areaMm2 = part.pixels * pixelMm2;
    const width = (part.maxColumn - part.minColumn) * spacingMm[0]!;
    const height = (part.maxRow - part.minRow + 1) * spacingMm[1]!;
    const isRound = width / height < 2.2 && height / width < 2.2 && areaMm2 > width * height * 0.55;
    const isCentral = Math.abs(part.meanColumn - middle) * spacingMm[0]! < PARAMETERS.tracheaOffMidlineMm;
    return areaMm2 >= PARAMETERS.tracheaMinMm2 && areaMm2 <= PARAMETERS.tracheaMaxMm2 && isRound && isCentral;
  });
  return candidates.sort((a, b) => b.pixels - a.pixels).slice(0, 1);
}

function isContinuation(
  part: Part,
  runs: Runs,
  columns: number,
  above: { areas: Map<number, number>; label: Int32Array },
  pixelMm2: number,
): boolean {
  const touched = new Set<number>();
  for (let run = 0; run < runs.count; run += 1) {
    if (runs.root[run] !== part.root) continue;
    const line = runs.line[run]! * columns;
    for (let column = runs.start[run]!; column < runs.end[run]!; column += 1) {
      const label = above.label[line + column]!;
      if (label >= 0) touched.add(label);
    }
  }
  if (touched.size === 0) return false;
  const areaAbove = [...touched].reduce((sum, root) => sum + above.areas.get(root)!, 0);
  return (
    part.pixels <= areaAbove * PARAMETERS.leakFactor &&
    part.pixels * pixelMm2 <= PARAMETERS.tracheaMaxMm2 * PARAMETERS.leakFactor
  );
}

/** The pixels between lumen and wall are half air by partial volume: one pixel around the lumen is airway, not lung, where it is brighter than lung usually is not. */
function removeWallFringe(
  mask: Uint8Array,
  at: number,
  label: Int32Array,
  values: Int16Array,
  columns: number,
  rows: number,
): number {
  let removed = 0;
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const pixel = row * columns + column;
      if (mask[at + pixel] === 0 || label[pixel]! >= 0) continue;
      const isBeside =
        label[pixel - 1]! >= 0 ||
        label[pixel + 1]! >= 0 ||
        label[pixel - columns]! >= 0 ||
        label[pixel + columns]! >= 0;
      if (isBeside && values[at + pixel]! > -800) {
        mask[at + pixel] = 0;
        removed += 1;
      }
    }
  }
  return removed;
}

/** Mean column of what is denser than air-containing tissue. */
function middleOfBody({ values, columns, rows }: Volume, slice: number): number {
  const at = slice * rows * columns;
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    if (values[at + pixel]! > -200) {
      sum += pixel % columns;
      count += 1;
    }
  }
  return count === 0 ? columns / 2 : sum / count;
}
