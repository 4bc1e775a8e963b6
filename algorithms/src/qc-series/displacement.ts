import { type DecodedFrame, itemAt, modalityValueOf, modalityValues } from '@duai/imaging';

/** A slice in few cells: 0 air, 1 soft tissue (CT) or bright (MR). */
export interface Thumbnail {
  columns: number;
  rows: number;
  /** Pixels of the image in one cell, along each axis. */
  pixels: number;
  cells: Float32Array;
}

/** Longer side of a thumbnail, in cells. */
const SIDE = 128;
/** Largest displacement that is looked for, in cells: a sixteenth of the field of view. */
const REACH = 8;
/** Shorter side of a thumbnail that has enough cells to compare. */
const LEAST = 4 * REACH;
/** Below this mean a slice shows nearly nothing, and above the other one nothing but tissue: there is no outline to compare. */
const CONTENT = [0.02, 0.98] as const;
/** CT: between air and soft tissue, HU. */
const SOFT = { from: -300, to: 100 } as const;
/** MR: the value that counts as bright, as a share of all pixels that are darker. */
const BRIGHT_SHARE = 0.98;
/** A displacement counts only if it explains at least so much of the squared difference of the slices. */
const EXPLAINED = 0.5;

/** Null for a slice that shows too little, or nothing but tissue. */
export function thumbnailOf(frame: DecodedFrame): Thumbnail | null {
  const isCt = frame.header.modality === 'CT';
  const [from, to] = isCt ? [SOFT.from, SOFT.to] : [0, brightOf(modalityValues(frame))];
  if (to <= from) return null;
  const pixels = Math.max(1, Math.ceil(Math.max(frame.columns, frame.rows) / SIDE));
  const [columns, rows] = [Math.floor(frame.columns / pixels), Math.floor(frame.rows / pixels)];
  if (Math.min(columns, rows) < LEAST) return null;
  const cells = new Float32Array(columns * rows);
  // In single precision, as modality values are computed everywhere; not all of them at once, which would be twice the slice.
  const inModality = modalityValueOf(frame);
  const { stored } = frame;
  for (let row = 0; row < rows * pixels; row += 1) {
    let at = row * frame.columns;
    const first = Math.floor(row / pixels) * columns;
    for (let cell = first; cell < first + columns; cell += 1)
      for (const end = at + pixels; at < end; at += 1) {
        const value = (Math.fround(inModality(stored[at]!)) - from) / (to - from);
        cells[cell]! += Math.min(1, Math.max(0, value)) / (pixels * pixels);
      }
  }
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell += 1) sum += itemAt(cells, cell);
  const content = sum / cells.length;
  return content < CONTENT[0] || content > CONTENT[1] ? null : { columns, rows, pixels, cells };
}

const brightOf = (values: Float32Array): number => itemAt(values.toSorted(), Math.floor(values.length * BRIGHT_SHARE));

/**
 * By how many pixels the second slice is displaced against the first, along columns and rows: the shift with the least
 * squared difference. [0, 0] where no shift explains the difference.
 */
export function displacementOf(first: Thumbnail, second: Thumbnail): [number, number] {
  const difference = differences(first, second);
  let best = { x: 0, y: 0, is: difference(0, 0) * EXPLAINED };
  for (let y = -REACH; y <= REACH; y += 1)
    for (let x = -REACH; x <= REACH; x += 1) {
      const is = difference(x, y, best.is);
      if (is < best.is) best = { x, y, is };
    }
  if (best.x === 0 && best.y === 0) return [0, 0];
  const fine = (before: number, at: number, after: number) => {
    const bend = before - 2 * at + after;
    return bend > 0 ? (before - after) / (2 * bend) : 0;
  };
  const { x, y, is } = best;
  return [
    (x + fine(difference(x - 1, y), is, difference(x + 1, y))) * first.pixels,
    (y + fine(difference(x, y - 1), is, difference(x, y + 1))) * first.pixels,
  ];
}

/**
 * Sum of squared differences at a shift, over the cells that both slices have at every shift that is looked at. It is not
 * added up further once it is more than `atMost`.
 */
function differences(first: Thumbnail, second: Thumbnail): (x: number, y: number, atMost?: number) => number {
  const { columns, rows } = first;
  const [here, there] = [first.cells, second.cells];
  const margin = REACH + 1;
  return (x, y, atMost = Number.POSITIVE_INFINITY) => {
    let sum = 0;
    for (let row = margin; row < rows - margin && sum <= atMost; row += 1) {
      const apart = (row + y) * columns + x - row * columns;
      for (let cell = row * columns + margin; cell < (row + 1) * columns - margin; cell += 1) {
        const by = here[cell]! - there[cell + apart]!;
        sum += by * by;
      }
    }
    return sum;
  };
}
