import { forEachLength } from '@duai/contract';

/**
 * Runs of pixels, in the order of the image, each within one line: where it begins and where it ends (the first pixel after
 * it), in turn, counted from the first pixel of the image. Runs of a line do not touch.
 */
export type Runs = readonly number[];

/**
 * The pixels that an encoded mask marks. A viewer asks for them with each step, so the mask, most of which is empty, is not made.
 * @throws RangeError if the text is not valid, or encodes more than the image has
 */
export function markedRuns(text: string, columns: number, rows: number): Runs {
  const marked: number[] = [];
  let at = 0;
  forEachLength(text, (length, isSet) => {
    const end = at + length;
    if (end > columns * rows) throw new RangeError('the runs are longer than the mask');
    for (let from = at; isSet && from < end; ) {
      const until = Math.min(end, (Math.floor(from / columns) + 1) * columns);
      const isFirstOfLine = from % columns === 0;
      if (!isFirstOfLine && marked.at(-1) === from) marked[marked.length - 1] = until;
      else marked.push(from, until);
      from = until;
    }
    at = end;
  });
  return marked;
}

/** The marked pixels that have a neighbour outside the mask (or the image) to the left or right, above or below. */
export function outlineRuns(marked: Runs, columns: number): Runs {
  const outline: number[] = [];
  const start = (run: number) => marked[run] ?? Number.POSITIVE_INFINITY;
  const end = (run: number) => marked[run + 1] ?? Number.POSITIVE_INFINITY;
  let above = 0;
  let below = 0;
  for (let run = 0; run < marked.length; run += 2) {
    // What is inside lies between the first and the last pixel of the run, under a run of the line above and over one below.
    const [first, last] = [start(run) + 1, end(run) - 1];
    while (end(above) + columns <= first) above += 2;
    while (end(below) - columns <= first) below += 2;
    let at = start(run);
    for (let up = above, down = below; start(up) + columns < last && start(down) - columns < last; ) {
      const [upEnd, downEnd] = [end(up) + columns, end(down) - columns];
      const inside = Math.max(first, start(up) + columns, start(down) - columns);
      const insideEnd = Math.min(last, upEnd, downEnd);
      if (inside < insideEnd) {
        outline.push(at, inside);
        at = insideEnd;
      }
      if (upEnd < downEnd) up += 2;
      else down += 2;
    }
    outline.push(at, end(run));
  }
  return outline;
}

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

/** The smallest part on the grid with all pixels of the runs (1) of an image of this size; null where there is none. */
export function partOfRuns(runs: Runs, columns: number, rows: number): MaskPart | null {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return null;
  let [left, right] = [columns, 0];
  for (let run = 0; run < runs.length; run += 2) {
    left = Math.min(left, (runs[run] ?? 0) % columns);
    right = Math.max(right, ((runs[run + 1] ?? 0) - 1) % columns);
  }
  const begin = (edge: number) => Math.floor(edge / GRID) * GRID;
  const end = (edge: number, most: number) => Math.min(most, Math.ceil((edge + 1) / GRID) * GRID);
  const [column, row] = [begin(left), begin(Math.floor(first / columns))];
  const width = end(right, columns) - column;
  const height = end(Math.floor((last - 1) / columns), rows) - row;
  const strengths = new Uint8Array(width * height);
  for (let run = 0; run < runs.length; run += 2) {
    const [from, until] = [runs[run] ?? 0, runs[run + 1] ?? 0];
    const line = Math.floor(from / columns);
    // Where its line begins in the part, less the pixels before it in the image.
    const by = (line - row) * width - line * columns - column;
    strengths.fill(1, from + by, until + by);
  }
  return { column, row, columns: width, rows: height, strengths };
}
