import { forEachLength } from '@duai/contract';

/** A part of a mask, with its own strengths. */
export interface MaskPart {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly strengths: Uint8Array;
}

/** The edges of a part are multiples of it, so that the canvas keeps its size from slice to slice, as a rule. */
const GRID = 32;

/**
 * The smallest part on the grid with all pixels that an encoded mask marks (1); null where it marks none. A viewer asks for
 * it with each step, so the mask itself, most of which is empty, is not made.
 * @throws RangeError if the text is not valid, or encodes more than the image has
 */
export function markedPart(runs: string, columns: number, rows: number): MaskPart | null {
  /** Where each run of marked pixels begins and ends, in turn. */
  const marked: number[] = [];
  let [left, right, at] = [columns, 0, 0];
  forEachLength(runs, (length, isSet) => {
    const end = at + length;
    if (end > columns * rows) throw new RangeError('the runs are longer than the mask');
    if (isSet && length > 0) {
      const first = at % columns;
      const goesOn = first + length > columns;
      left = Math.min(left, goesOn ? 0 : first);
      right = Math.max(right, goesOn ? columns - 1 : first + length - 1);
      marked.push(at, end);
    }
    at = end;
  });
  const [first, last] = [marked[0], marked.at(-1)];
  if (first === undefined || last === undefined) return null;
  const begin = (edge: number) => Math.floor(edge / GRID) * GRID;
  const [column, row] = [begin(left), begin(Math.floor(first / columns))];
  const end = (edge: number, most: number) => Math.min(most, Math.ceil((edge + 1) / GRID) * GRID);
  const width = end(right, columns) - column;
  const height = end(Math.floor((last - 1) / columns), rows) - row;
  const strengths = new Uint8Array(width * height);
  for (let run = 0; run < marked.length; run += 2) {
    const to = marked[run + 1] ?? 0;
    for (let from = marked[run] ?? 0; from < to; ) {
      const line = Math.floor(from / columns);
      const until = Math.min(to, (line + 1) * columns);
      // Where its line begins in the part, less the pixels before it in the image.
      const by = (line - row) * width - line * columns - column;
      strengths.fill(1, from + by, until + by);
      from = until;
    }
  }
  return { column, row, columns: width, rows: height, strengths };
}

/** The pixels of a mask that have a neighbour outside it. */
export function outlineOfMask(mask: Uint8Array, columns: number): Uint8Array {
  const outline = new Uint8Array(mask.length);
  // Each slice is outlined as its reader comes to it: no function is called for a pixel.
  for (let line = 0; line < mask.length; line += columns)
    for (let column = 0; column < columns; column += 1) {
      const at = line + column;
      if (!mask[at]) continue;
      const isInner =
        column > 0 && column < columns - 1 && mask[at - 1] && mask[at + 1] && mask[at - columns] && mask[at + columns];
      if (!isInner) outline[at] = 1;
    }
  return outline;
}
