/** Horizontal runs of a mask with their connected components; much smaller than a label image. */
export interface Runs {
  count: number;
  /** Row of the stack: slice · rows + row. */
  line: Int32Array;
  start: Int32Array;
  /** Exclusive. */
  end: Int32Array;
  /** Component of each run: the index of its first run. */
  root: Int32Array;
}

/** So many there is room for before it grows; more than a mask of one slice has, as a rule. */
const FEWEST_RUNS = 1 << 12;

/** 6-connected components; `acrossSlices` false keeps slices apart (4-connected in each). O(runs). */
export function connectedRuns(
  mask: Uint8Array,
  columns: number,
  rows: number,
  slices: number,
  acrossSlices: boolean,
): Runs {
  const lines = rows * slices;
  const firstOfLine = new Int32Array(lines + 1);
  let capacity = Math.max(FEWEST_RUNS, lines);
  let line = new Int32Array(capacity);
  let start = new Int32Array(capacity);
  let end = new Int32Array(capacity);
  let count = 0;
  for (let row = 0; row < lines; row += 1) {
    firstOfLine[row] = count;
    const base = row * columns;
    let column = 0;
    while (column < columns) {
      if (mask[base + column] === 0) {
        column += 1;
        continue;
      }
      const from = column;
      while (column < columns && mask[base + column] !== 0) column += 1;
      if (count === capacity) {
        capacity *= 2;
        line = grown(line, capacity);
        start = grown(start, capacity);
        end = grown(end, capacity);
      }
      line[count] = row;
      start[count] = from;
      end[count] = column;
      count += 1;
    }
  }
  firstOfLine[lines] = count;

  const parent = new Int32Array(count);
  for (let run = 0; run < count; run += 1) parent[run] = run;
  const find = (run: number): number => {
    let at = run;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const join = (a: number, b: number) => {
    const left = find(a);
    const right = find(b);
    if (left !== right) parent[Math.max(left, right)] = Math.min(left, right);
  };
  const joinLines = (upper: number, lower: number) => {
    let a = firstOfLine[upper]!;
    let b = firstOfLine[lower]!;
    const lastA = firstOfLine[upper + 1]!;
    const lastB = firstOfLine[lower + 1]!;
    while (a < lastA && b < lastB) {
      if (start[a]! < end[b]! && start[b]! < end[a]!) join(a, b);
      if (end[a]! < end[b]!) a += 1;
      else b += 1;
    }
  };
  for (let row = 0; row < lines; row += 1) {
    if (row % rows !== 0) joinLines(row - 1, row);
    if (acrossSlices && row >= rows) joinLines(row - rows, row);
  }
  const root = new Int32Array(count);
  for (let run = 0; run < count; run += 1) root[run] = find(run);
  return { count, line, start, end, root };
}

function grown(array: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}

/** Calls `act` with each run: its line, columns [start, end) and component. Not for loops that have to be fast. */
export function forEachRun(
  { count, line, start, end, root }: Runs,
  act: (line: number, start: number, end: number, root: number) => void,
): void {
  for (let run = 0; run < count; run += 1) act(line[run]!, start[run]!, end[run]!, root[run]!);
}

/** The component with the most voxels, and their number: 0 if the mask is empty. If several are equal, the first. */
export function largestOf(runs: Runs): { root: number; size: number } {
  let largest = { root: 0, size: 0 };
  for (const [root, size] of sizesOf(runs).entries()) if (size > largest.size) largest = { root, size };
  return largest;
}

/** Clears the runs for which `shouldClear` is true. */
export function clearRuns(mask: Uint8Array, columns: number, runs: Runs, shouldClear: (run: number) => boolean): void {
  for (let run = 0; run < runs.count; run += 1) {
    if (shouldClear(run))
      mask.fill(0, runs.line[run]! * columns + runs.start[run]!, runs.line[run]! * columns + runs.end[run]!);
  }
}

/** Number of voxels of each component, at the index of its root; 0 elsewhere. */
export function sizesOf(runs: Runs): Float64Array {
  const sizes = new Float64Array(runs.count);
  for (let run = 0; run < runs.count; run += 1) sizes[runs.root[run]!]! += runs.end[run]! - runs.start[run]!;
  return sizes;
}
