import { type DicomHeader, normalOf, positionAlongNormalMm } from '@duai/imaging';
import { clearRuns, connectedRuns } from '../runs.ts';
import { pixelAreaMm2, type RegionSlice } from '../steps/region-slices.ts';
import { PARAMETERS } from './parameters.ts';

export interface Calcium {
  score: number;
  volumeMm3: number;
  /** Areas of calcium, counted on each slice by itself. */
  areas: number;
  peakHu: number | null;
  sliceDistanceMm: number;
  /** Pixels that were counted, by slice. */
  counted: Uint8Array[];
}

/**
 * Area × weight of each group of pixels from 130 HU on that hang together by their edges on a slice and have at least 1 mm²,
 * summed over the slices and scaled to the distance of 3 mm.
 * @returns null where the distance of the slices or the pixel spacing is not known
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
  const each = (run: number, act: (pixel: number) => void) => {
    for (let column = runs.start[run]!; column < runs.end[run]!; column += 1) act(runs.line[run]! * columns + column);
  };
  for (let run = 0; run < runs.count; run += 1) {
    const group = groups.get(runs.root[run]!) ?? { pixels: 0, peak: Number.NEGATIVE_INFINITY };
    each(run, (pixel) => {
      group.pixels += 1;
      group.peak = Math.max(group.peak, values[pixel]!);
    });
    groups.set(runs.root[run]!, group);
  }
  // Rounding of decimal strings must not lose an area of exactly 1 mm².
  const isEnough = ({ pixels }: { pixels: number }) => pixels * areaMm2 >= PARAMETERS.minAreaMm2 - 1e-9;
  clearRuns(mask, columns, runs, (run) => !isEnough(groups.get(runs.root[run]!)!));
  return { mask, groups: [...groups.values()].filter(isEnough) };
}

/** From slice to slice of the region, mm; of a single one what its file says. */
function distanceOf(headers: readonly DicomHeader[]): number | null {
  const [first] = headers;
  const normal = first && normalOf(first);
  const places = headers.flatMap((header) => (normal ? (positionAlongNormalMm(header, normal) ?? []) : []));
  if (places.length === headers.length && headers.length > 1) {
    const sorted = [...places].sort((a, b) => a - b);
    const steps = sorted.slice(1).map((place, at) => place - sorted[at]!);
    const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
    return usual > 0 ? usual : null;
  }
  const stated = first?.spacingBetweenSlicesMm ?? first?.sliceThicknessMm ?? null;
  return stated !== null && stated > 0 ? stated : null;
}
