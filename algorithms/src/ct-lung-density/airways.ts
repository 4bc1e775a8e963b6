import type { Volume } from '@duai/imaging';
import { connectedRuns, type Runs } from '../runs.ts';
import { PARAMETERS } from './parameters.ts';

export interface Airways {
  voxels: number;
  /** Length followed from the trachea downwards, mm. */
  lengthMm: number;
  /** Median of the air in the core of the lumen, HU: −1000 on a calibrated scanner. null if the lumen is too narrow. */
  airHu: number | null;
}

/** A connected part of the lumen in one slice. */
interface Part {
  root: number;
  pixels: number;
  meanColumn: number;
  minColumn: number;
  maxColumn: number;
  minRow: number;
  maxRow: number;
  /** Roots of the overlapping parts in the slice above. */
  above: Set<number>;
}

interface Level {
  slice: number;
  /** Root of the part at each pixel; −1 outside. */
  label: Int32Array;
  areas: Map<number, number>;
}

/** A continuous sequence of levels; the spans are [from, to) in the volume. */
interface Chain {
  levels: number;
  areasMm2: number[];
  spans: number[];
}

/**
 * Follows the lumen from the trachea downwards, slice by slice: a part belongs to the airways when it overlaps the airways of
 * the slice above and has not leaked into the lung. The longest such chain is removed from the mask, with its rim of voxels
 * that are half air, half wall. Gas in the pharynx or the oesophagus forms shorter chains.
 */
export function removeAirways(volume: Volume, mask: Uint8Array, headIsLast: boolean): Airways | null {
  const { columns, rows, slices, spacingMm } = volume;
  const downwards = Array.from({ length: slices }, (_, step) => (headIsLast ? slices - 1 - step : step));
  let longest: Chain | undefined;
  let chain: Chain | undefined;
  let previous: Level | undefined;

  for (const slice of downwards) {
    const level = previous && chain ? followed(volume, mask, slice, previous, chain) : begun(volume, mask, slice);
    previous = level?.level;
    if (!level) {
      chain = undefined;
      continue;
    }
    chain ??= { levels: 0, areasMm2: [], spans: [] };
    chain.levels += 1;
    chain.areasMm2.push(level.pixels * spacingMm[0] * spacingMm[1]);
    chain.spans.push(...level.spans);
    if (!longest || chain.levels > longest.levels) longest = chain;
  }
  if (!longest || longest.levels * spacingMm[2] < PARAMETERS.airwayMinMm) return null;

  const lumen = new Uint8Array(mask.length);
  let voxels = 0;
  for (let at = 0; at < longest.spans.length; at += 2) {
    lumen.fill(1, longest.spans[at]!, longest.spans[at + 1]!);
    mask.fill(0, longest.spans[at]!, longest.spans[at + 1]!);
    voxels += longest.spans[at + 1]! - longest.spans[at]!;
  }
  const airHu = medianOfCore(volume, lumen);
  voxels += removeRim(volume, mask, lumen, columns, rows);
  return { voxels, lengthMm: longest.levels * spacingMm[2], airHu };
}

/** The first level of a chain, which resembles a trachea. */
function begun(volume: Volume, mask: Uint8Array, slice: number) {
  const runs = lumenRuns(volume, mask, slice, PARAMETERS.lumenThresholdsHu[0]);
  const trachea = findTrachea(measureParts(runs, volume.columns), middleOfBody(volume, slice), volume.spacingMm);
  return trachea ? levelOf(volume, slice, runs, [trachea]) : undefined;
}

/** The next level, at the first threshold at which the lumen continues without leaking. */
function followed(volume: Volume, mask: Uint8Array, slice: number, above: Level, chain: Chain) {
  const pixelMm2 = volume.spacingMm[0] * volume.spacingMm[1];
  const sorted = [...chain.areasMm2].sort((a, b) => a - b);
  const mostMm2 = sorted[Math.floor(sorted.length / 2)]! * PARAMETERS.leakFactorOfAll;
  let kept: ReturnType<typeof levelOf> | undefined;
  for (const threshold of PARAMETERS.lumenThresholdsHu) {
    const runs = lumenRuns(volume, mask, slice, threshold);
    const touching = measureParts(runs, volume.columns, above.label).filter((part) => part.above.size > 0);
    const sound = touching.filter((part) => {
      const areaAbove = [...part.above].reduce((sum, root) => sum + above.areas.get(root)!, 0);
      return part.pixels <= areaAbove * PARAMETERS.leakFactor;
    });
    const areaMm2 = sound.reduce((sum, part) => sum + part.pixels, 0) * pixelMm2;
    if (sound.length === 0 || areaMm2 > mostMm2) continue;
    const level = levelOf(volume, slice, runs, sound);
    if (sound.length === touching.length) return level;
    kept ??= level;
  }
  return kept;
}

function lumenRuns({ values, columns, rows }: Volume, mask: Uint8Array, slice: number, thresholdHu: number): Runs {
  const plane = rows * columns;
  const at = slice * plane;
  const lumen = new Uint8Array(plane);
  for (let pixel = 0; pixel < plane; pixel += 1) {
    lumen[pixel] = mask[at + pixel] === 1 && values[at + pixel]! < thresholdHu ? 1 : 0;
  }
  return connectedRuns(lumen, columns, rows, 1, false);
}

function levelOf({ columns, rows }: Volume, slice: number, runs: Runs, parts: Part[]) {
  const label = new Int32Array(rows * columns).fill(-1);
  const areas = new Map(parts.map((part) => [part.root, part.pixels]));
  const spans: number[] = [];
  let pixels = 0;
  for (let run = 0; run < runs.count; run += 1) {
    const root = runs.root[run]!;
    if (!areas.has(root)) continue;
    const line = runs.line[run]! * columns;
    label.fill(root, line + runs.start[run]!, line + runs.end[run]!);
    const base = slice * rows * columns + line;
    spans.push(base + runs.start[run]!, base + runs.end[run]!);
    pixels += runs.end[run]! - runs.start[run]!;
  }
  return { level: { slice, label, areas }, spans, pixels };
}

function measureParts(runs: Runs, columns: number, labelAbove?: Int32Array): Part[] {
  const parts = new Map<number, Part>();
  for (let run = 0; run < runs.count; run += 1) {
    const [root, start, end, row] = [runs.root[run]!, runs.start[run]!, runs.end[run]!, runs.line[run]!];
    let part = parts.get(root);
    if (!part) {
      part = {
        root,
        pixels: 0,
        meanColumn: 0,
        minColumn: start,
        maxColumn: end,
        minRow: row,
        maxRow: row,
        above: new Set(),
      };
      parts.set(root, part);
    }
    const length = end - start;
    part.meanColumn = (part.meanColumn * part.pixels + ((start + end - 1) / 2) * length) / (part.pixels + length);
    part.pixels += length;
    part.minColumn = Math.min(part.minColumn, start);
    part.maxColumn = Math.max(part.maxColumn, end);
    part.maxRow = row;
    if (!labelAbove) continue;
    for (let pixel = row * columns + start; pixel < row * columns + end; pixel += 1) {
      if (labelAbove[pixel]! >= 0) part.above.add(labelAbove[pixel]!);
    }
  }
  return [...parts.values()];
}

/** The largest part that is round, of the size of a trachea and near the middle. */
function findTrachea(parts: Part[], middle: number, [widthMm, heightMm]: Volume['spacingMm']): Part | undefined {
  const candidates = parts.filter((part) => {
    const areaMm2 = part.pixels * widthMm * heightMm;
    const width = (part.maxColumn - part.minColumn) * widthMm;
    const height = (part.maxRow - part.minRow + 1) * heightMm;
    const isRound = width / height < 2.2 && height / width < 2.2 && areaMm2 > width * height * 0.55;
    const isCentral = Math.abs(part.meanColumn - middle) * widthMm < PARAMETERS.tracheaOffMidlineMm;
    return areaMm2 >= PARAMETERS.tracheaMinMm2 && areaMm2 <= PARAMETERS.tracheaMaxMm2 && isRound && isCentral;
  });
  return candidates.sort((a, b) => b.pixels - a.pixels)[0];
}

/**
 * Between lumen and wall lie voxels that are half air. They are not lung: voxels denser than lung within the thickness of the
 * wall are removed with the airways.
 */
function removeRim({ values, spacingMm }: Volume, mask: Uint8Array, lumen: Uint8Array, columns: number, rows: number) {
  const plane = columns * rows;
  const steps = Math.max(1, Math.floor(PARAMETERS.airwayWallMm / Math.min(spacingMm[0], spacingMm[1])));
  let removed = 0;
  let front: number[] = [];
  for (let voxel = 0; voxel < lumen.length; voxel += 1) if (lumen[voxel] === 1) front.push(voxel);
  for (let step = 0; step < steps; step += 1) {
    const next: number[] = [];
    for (const voxel of front) {
      const column = voxel % columns;
      const row = Math.floor((voxel % plane) / columns);
      const beside = [
        column > 0 ? voxel - 1 : -1,
        column < columns - 1 ? voxel + 1 : -1,
        row > 0 ? voxel - columns : -1,
        row < rows - 1 ? voxel + columns : -1,
      ];
      for (const neighbour of beside) {
        if (neighbour < 0 || mask[neighbour] === 0 || values[neighbour]! <= PARAMETERS.rimAboveHu) continue;
        mask[neighbour] = 0;
        next.push(neighbour);
      }
    }
    removed += next.length;
    front = next;
  }
  return removed;
}

/**
 * Over lumen voxels whose neighbours two pixels away are lumen too, so that no wall is included. The median, because scanners
 * clip values at −1024.
 */
function medianOfCore({ values, columns }: Volume, lumen: Uint8Array): number | null {
  const core: number[] = [];
  for (let voxel = 2 * columns; voxel < lumen.length - 2 * columns; voxel += 1) {
    if (
      lumen[voxel] === 1 &&
      lumen[voxel - 2] === 1 &&
      lumen[voxel + 2] === 1 &&
      lumen[voxel - 2 * columns] === 1 &&
      lumen[voxel + 2 * columns] === 1
    )
      core.push(values[voxel]!);
  }
  return core.length < PARAMETERS.minCoreVoxels ? null : core.sort((a, b) => a - b)[Math.floor(core.length / 2)]!;
}

/** Mean column of the voxels that are denser than air-containing tissue. */
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
