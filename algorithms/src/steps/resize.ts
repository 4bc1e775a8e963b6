interface Taps {
  first: number;
  weights: Float64Array;
}

/**
 * Resizes an image without keeping its aspect ratio, with a triangle filter as wide as the reduction, so that no pixels of a
 * large film are skipped (like Pillow's BILINEAR, which the networks here were trained with).
 * @returns columns × rows grey values, row by row
 */
export function resize(
  image: { grey: ArrayLike<number>; columns: number; rows: number },
  columns: number,
  rows: number,
) {
  const across = tapsOf(image.columns, columns);
  const narrow = new Float32Array(columns * image.rows);
  for (let row = 0; row < image.rows; row += 1) {
    const line = row * image.columns;
    let column = 0;
    for (const { first, weights } of across) {
      let sum = 0;
      for (let at = 0; at < weights.length; at += 1) sum += weights[at]! * image.grey[line + first + at]!;
      narrow[row * columns + column] = sum;
      column += 1;
    }
  }
  const down = tapsOf(image.rows, rows);
  const small = new Float32Array(columns * rows);
  for (const [row, { first, weights }] of down.entries()) {
    for (const [at, weight] of weights.entries()) {
      const line = (first + at) * columns;
      for (let column = 0; column < columns; column += 1)
        small[row * columns + column]! += weight * narrow[line + column]!;
    }
  }
  return small;
}

function tapsOf(from: number, to: number): Taps[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  return Array.from({ length: to }, (_, place) => {
    const centre = (place + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - reach + 0.5));
    const end = Math.min(from, Math.trunc(centre + reach + 0.5));
    const weights = Float64Array.from({ length: end - first }, (_, at) =>
      Math.max(0, 1 - Math.abs(first + at - centre + 0.5) / reach),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}
