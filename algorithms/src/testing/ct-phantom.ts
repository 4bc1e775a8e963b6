import type { Region } from '@duai/contract';
import type { ElementToWrite } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import { inPlaceOf, writeStack } from './phantoms.ts';
import { seriesOf } from './series.ts';

const PIXEL_MM = 0.5;

/** Squares drawn into water: HU, column and row of the corner, and side in pixels. */
export interface Square {
  slice: number;
  column: number;
  row: number;
  side: number;
  hu: number;
}

interface CtWish {
  squares: readonly Square[];
  slices?: number;
  distanceMm?: number;
  elements?: ElementToWrite[];
}

/** CT of 64 × 64 pixels of 0.5 mm: squares in water (0 HU), 120 kV, no contrast medium. */
export const ctOfSquares = (wish: CtWish): Promise<SeriesInput> => seriesOf(writeCtOfSquares(wish));

/** The same as DICOM files. */
export const writeCtOfSquares = ({ squares, slices = 4, distanceMm = 3, elements = [] }: CtWish): Uint8Array[] =>
  writeStack({
    modality: 'CT',
    columns: 64,
    rows: 64,
    slices,
    spacingMm: [PIXEL_MM, PIXEL_MM, distanceMm],
    stored: (column, row, slice) =>
      squares.find(
        (square) =>
          square.slice === slice &&
          column >= square.column &&
          column < square.column + square.side &&
          row >= square.row &&
          row < square.row + square.side,
      )?.hu ?? 0,
    elements: () => inPlaceOf([{ tag: 0x00180060, vr: 'DS', value: '120' }], elements),
  });

/** An ellipse or rectangle at any position. */
export type OutlinedRegion = Pick<Exclude<Region, { shape: 'mask' }>, 'shape' | 'from' | 'to' | 'tissue'>;

/** The series with a region on these slices. */
export const withRegion = (series: SeriesInput, region: OutlinedRegion, slices: readonly number[]): SeriesInput => ({
  ...series,
  region: { ...region, images: slices.map((at) => ({ sopInstanceUid: series.instances[at]!.name, frame: 0 })) },
});

/** A whole image of the phantom. */
export const WHOLE_IMAGE = { shape: 'rectangle', from: { x: 0, y: 0 }, to: { x: 64, y: 64 } } as const;

/**
 * Four squares of 0.5 mm pixels, one for each Agatston weight, and pixels that do not count. By hand, area × weight: slice 0:
 * 4 × 4 pixels, 4 mm², 130 HU, weight 1: 4; 6 × 6 pixels, 9 mm², 250 HU, weight 2: 18 slice 1: 2 × 2 pixels, exactly 1 mm²,
 * 300 HU, weight 3: 3 slice 2: 4 × 4 pixels, 4 mm², 400 HU, weight 4: 16; 1 pixel of 0.25 mm², 900 HU: noise slice 3: 10 × 10
 * pixels of 129 HU: no calcium Score 41; volume (4 + 9 + 1 + 4) mm² · 3 mm = 54 mm³.
 */
export const CALCIUM_SQUARES: readonly Square[] = [
  { slice: 0, column: 4, row: 4, side: 4, hu: 130 },
  { slice: 0, column: 20, row: 20, side: 6, hu: 250 },
  { slice: 1, column: 10, row: 10, side: 2, hu: 300 },
  { slice: 2, column: 30, row: 30, side: 4, hu: 400 },
  { slice: 2, column: 40, row: 40, side: 1, hu: 900 },
  { slice: 3, column: 10, row: 10, side: 10, hu: 129 },
];

/** On slice 1, 4 × 4 pixels of 0.25 mm² each: 30 HU beside 60, −100 and 200. */
export const TISSUE_SQUARES: readonly Square[] = [
  { slice: 1, column: 0, row: 0, side: 4, hu: 30 },
  { slice: 1, column: 4, row: 0, side: 4, hu: 60 },
  { slice: 1, column: 8, row: 0, side: 4, hu: -100 },
  { slice: 1, column: 12, row: 0, side: 4, hu: 200 },
];

/** On slice 2 muscle of 20 × 20 pixels (1 cm²), fat of 30 × 30 (2.25 cm²) and bone, in air. */
export const BODY_SQUARES: readonly Square[] = [
  { slice: 2, column: 0, row: 0, side: 20, hu: 50 },
  { slice: 2, column: 30, row: 0, side: 30, hu: -100 },
  { slice: 2, column: 0, row: 40, side: 10, hu: 700 },
  { slice: 2, column: 0, row: 0, side: 64, hu: -1000 },
];
