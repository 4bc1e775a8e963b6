import { type DicomHeader, normalOf, positionAlongNormalMm, stepsOf, upperMedian } from '@duai/imaging';
import { clearRuns, connectedRuns, forEachRun } from '../runs.ts';
import { pixelAreaMm2, type RegionSlice } from '../steps/region-slices.ts';
import { PARAMETERS } from './parameters.ts';

export interface Calcium {
  score: number;
  volumeMm3: number;
  /** Number of calcium areas, counted on each slice separately. */
  areas: number;
  peakHu: number | null;
  sliceDistanceMm: number;
  /** Counted pixels, by slice. */
  counted: Uint8Array[];
}

/**
 * Area × weight of each edge-connected group of pixels of at least 130 HU and 1 mm² on a slice, summed over the slices and
 * scaled to a slice distance of 3 mm.
 * @returns null if the slice distance or the pixel spacing is unknown
 */
export function measureCalcium(slices: readonly RegionSlice[]): Calcium | null {
  const sliceDistanceMm = distanceOf(slices.map(({ header }) => header));
  if (sliceDistanceMm === null) return null;
  const counted: Uint8Array[] = [];
  let [weighted, volumeMm3, areas] = [0, 0, 0];
  let peakHu: number | null = null;
  for (const slice of slices) {
    const areaMm2 = pixelAreaMm2(slice);
    if (areaMm2 === null) return null;
    const found = calciumOn(slice, areaMm2);
    counted.push(found.mask);
    for (const { pixels, peak } of found.groups) {
      weighted += pixels * areaMm2 * weightOf(peak);
      volumeMm3 += pixels * areaMm2 * sliceDistanceMm;
      peakHu = Math.max(peakHu ?? peak, peak);
      areas += 1;
    }
  }
  const score = weighted * (sliceDistanceMm / PARAMETERS.sliceDistanceMm);
  return { score, volumeMm3, areas, peakHu, sliceDistanceMm, counted };
}

const weightOf = (peakHu: number): number => 1 + PARAMETERS.weightFromHu.filter((from) => peakHu >= from).length;

function calciumOn({ values, inside, columns, rows }: RegionSlice, areaMm2: number) {
  const mask = Uint8Array.from(inside, (isIn, pixel) => (isIn === 1 && values[pixel]! >= PARAMETERS.calciumHu ? 1 : 0));
  const runs = connectedRuns(mask, columns, rows, 1, false);
  const groups = new Map<number, { pixels: number; peak: number }>();
  forEachRun(runs, (line, start, end, root) => {
    const group = groups.get(root) ?? { pixels: 0, peak: Number.NEGATIVE_INFINITY };
    group.pixels += end - start;
    for (const value of values.subarray(line * columns + start, line * columns + end))
      group.peak = Math.max(group.peak, value);
    groups.set(root, group);
  });
  // The rounding of decimal strings must not exclude an area of exactly 1 mm².
  const isEnough = ({ pixels }: { pixels: number }) => pixels * areaMm2 >= PARAMETERS.minAreaMm2 - 1e-9;
  const counted = new Map([...groups].filter(([, group]) => isEnough(group)));
  clearRuns(mask, columns, runs, (run) => !counted.has(runs.root[run]!));
  return { mask, groups: [...counted.values()] };
}

/** Distance between the slices of the region, mm; for a single slice, as its file states. */
function distanceOf(headers: readonly DicomHeader[]): number | null {
  const [first] = headers;
  const normal = first && normalOf(first);
  const places = headers.flatMap((header) => (normal ? (positionAlongNormalMm(header, normal) ?? []) : []));
  if (places.length === headers.length && headers.length > 1) {
    const usual = upperMedian(stepsOf([...places].sort((a, b) => a - b)));
    return usual > 0 ? usual : null;
  }
  const stated = first?.spacingBetweenSlicesMm ?? first?.sliceThicknessMm ?? null;
  return stated !== null && stated > 0 ? stated : null;
}
