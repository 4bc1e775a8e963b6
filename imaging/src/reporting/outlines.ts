/** A point in columns and rows of an image; the corner of its first pixel is 0, 0 (PS3.3 C.10.5.1.2). */
export type Point = readonly [column: number, row: number];

/**
 * The outlines of a mask, along the edges of its pixels, each closed: outer ones and those of holes. Corners alone are given.
 */
export function outlinesOf(mask: Uint8Array, columns: number, rows: number): Point[][] {
  const isSet = (column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < columns && row < rows && (mask[row * columns + column] ?? 0) !== 0;
  const width = columns + 1;
  /** Edges by the corner where they begin, with the marked pixel at their right: where they end. */
  const edges = new Map<number, number[]>();
  const add = (from: number, to: number) => {
    const known = edges.get(from);
    if (known) known.push(to);
    else edges.set(from, [to]);
  };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (!isSet(column, row)) continue;
      const [topLeft, bottomLeft] = [row * width + column, (row + 1) * width + column];
      if (!isSet(column, row - 1)) add(topLeft, topLeft + 1);
      if (!isSet(column + 1, row)) add(topLeft + 1, bottomLeft + 1);
      if (!isSet(column, row + 1)) add(bottomLeft + 1, bottomLeft);
      if (!isSet(column - 1, row)) add(bottomLeft, topLeft);
    }
  const outlines: Point[][] = [];
  for (const [start] of edges) {
    while (edges.has(start)) {
      const corners: Point[] = [];
      let at = start;
      let step = 0;
      do {
        const ends: number[] = edges.get(at) ?? [];
        // Where two pixels touch at a corner, either way encloses the same.
        const next = ends.shift() ?? start;
        if (ends.length === 0) edges.delete(at);
        if (next - at !== step) corners.push([at % width, Math.floor(at / width)]);
        step = next - at;
        at = next;
      } while (at !== start);
      outlines.push(corners);
    }
  }
  return outlines;
}
