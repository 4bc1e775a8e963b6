import type { DicomHeader } from '../headers/header.ts';

type Triple = readonly [number, number, number];

/** Where a grid of pixels lies in the patient (PS3.3 C.7.6.2); null: not said. */
export interface GridPlace {
  columns: number;
  rows: number;
  frameOfReferenceUid: string | null;
  /** Of the centre of the first pixel. */
  positionMm: readonly number[] | null;
  /** Directions in which columns and rows are counted. */
  orientation: readonly number[] | null;
  /** Between rows, between columns. */
  spacingMm: readonly number[] | null;
}
export interface ImagePlace extends GridPlace {
  /** To the next slice; 0 where it is not known. */
  sliceDistanceMm: number;
}

type PlaceHeader = Pick<
  DicomHeader,
  | 'frameOfReferenceUid'
  | 'imagePositionPatientMm'
  | 'imageOrientationPatient'
  | 'pixelSpacingMm'
  | 'pixelSpacingOf'
  | 'spacingBetweenSlicesMm'
  | 'sliceThicknessMm'
>;

/** Of the first frame, where an image has several. */
export const imagePlaceOf = (header: PlaceHeader | null, size: { columns: number; rows: number }): ImagePlace => ({
  columns: size.columns,
  rows: size.rows,
  frameOfReferenceUid: header?.frameOfReferenceUid ?? null,
  positionMm: header?.imagePositionPatientMm ?? null,
  orientation: header?.imageOrientationPatient ?? null,
  // At the detector it is not that in the patient.
  spacingMm: header?.pixelSpacingOf === 'patient' ? header.pixelSpacingMm : null,
  sliceDistanceMm: Math.abs(header?.spacingBetweenSlicesMm ?? header?.sliceThicknessMm ?? 0),
});

/** cos 1°: files round their directions. */
const LEAST_COSINE = 0.99985;
/** Positions are rounded too. */
const PLANE_TOLERANCE_MM = 0.1;
/** Of a pixel: a centre that lies between two pixels always goes to the same side. */
const ROUNDING = 1e-4;

/**
 * How a mask of one grid gets onto the pixels of its image, by patient coordinates: each pixel of the image has what the mask
 * has at its centre (nearest neighbour). A mask on the same grid stays as it is. Null where it does not lie in the plane of the
 * image, or where too little is said to know where it lies.
 * @param frame of the image, from 0; `image` describes the first, so a mask on a later one has to be on the same grid
 */
export function onImage(
  mask: GridPlace,
  image: ImagePlace,
  frame: number,
): ((pixels: Uint8Array) => Uint8Array) | null {
  const isSameSize = mask.columns === image.columns && mask.rows === image.rows;
  const here = axesOf(image);
  if (!here) return isSameSize ? unchanged : null;
  const isComparable =
    frame === 0 &&
    axesOf(mask) !== null &&
    (mask.frameOfReferenceUid ?? image.frameOfReferenceUid) === (image.frameOfReferenceUid ?? mask.frameOfReferenceUid);
  // What the mask does not say has to be as the image has it.
  const there = axesOf({
    positionMm: mask.positionMm ?? image.positionMm,
    orientation: mask.orientation ?? image.orientation,
    spacingMm: mask.spacingMm ?? image.spacingMm,
  });
  if (!there || Math.abs(dot(here.normal, there.normal)) < LEAST_COSINE) return null;
  const middle = plus(
    there.origin,
    plus(times(there.right, (mask.columns - 1) / 2), times(there.down, (mask.rows - 1) / 2)),
  );
  const distanceMm = Math.abs(dot(minus(middle, here.origin), here.normal));
  if (frame === 0 && distanceMm > Math.max(PLANE_TOLERANCE_MM, image.sliceDistanceMm / 2)) return null;
  const [toColumn, toRow] = [along(there.right, here, there.origin), along(there.down, here, there.origin)];
  const isSameGrid =
    isSameSize &&
    [0, image.columns - 1].every((column) =>
      [0, image.rows - 1].every(
        (row) => Math.abs(toColumn(column, row) - column) < 0.5 && Math.abs(toRow(column, row) - row) < 0.5,
      ),
    );
  if (isSameGrid) return unchanged;
  if (!isComparable) return null;
  return (pixels) => {
    const placed = new Uint8Array(image.columns * image.rows);
    const part = partOnImage(pixels, mask, image, { here, there });
    for (let row = part.top; row <= part.bottom; row += 1)
      for (let column = part.left; column <= part.right; column += 1) {
        const x = Math.floor(toColumn(column, row) + 0.5 + ROUNDING);
        const y = Math.floor(toRow(column, row) + 0.5 + ROUNDING);
        if (x >= 0 && x < mask.columns && y >= 0 && y < mask.rows)
          placed[row * image.columns + column] = pixels[y * mask.columns + x] ?? 0;
      }
    return placed;
  };
}

const unchanged = (pixels: Uint8Array): Uint8Array => pixels;

interface Axes {
  origin: Triple;
  /** From one column to the next, and from one row to the next, mm. */
  right: Triple;
  down: Triple;
  normal: Triple;
}

/** Null where a part is missing or is not one of a grid. */
function axesOf({ positionMm, orientation, spacingMm }: Pick<GridPlace, 'positionMm' | 'orientation' | 'spacingMm'>) {
  if (positionMm?.length !== 3 || orientation?.length !== 6 || spacingMm?.length !== 2) return null;
  if (![...positionMm, ...orientation, ...spacingMm].every(Number.isFinite)) return null;
  const [right, down] = [orientation.slice(0, 3), orientation.slice(3)] as unknown as [Triple, Triple];
  const [rowMm, columnMm] = spacingMm as unknown as [number, number];
  const isGrid =
    Math.abs(dot(right, right) - 1) < 0.01 && Math.abs(dot(down, down) - 1) < 0.01 && Math.abs(dot(right, down)) < 0.01;
  if (!isGrid || rowMm <= 0 || columnMm <= 0) return null;
  return {
    origin: positionMm as unknown as Triple,
    right: times(right, columnMm),
    down: times(down, rowMm),
    normal: [
      right[1] * down[2] - right[2] * down[1],
      right[2] * down[0] - right[0] * down[2],
      right[0] * down[1] - right[1] * down[0],
    ],
  } satisfies Axes;
}

/** Where the centres of pixels of `grid` lie along an axis that begins at `origin`, counted in its steps. */
function along(axis: Triple, { origin: first, right, down }: Axes, origin: Triple) {
  const steps = (way: Triple): number => dot(way, axis) / dot(axis, axis);
  const [from, perColumn, perRow] = [steps(minus(first, origin)), steps(right), steps(down)];
  return (column: number, row: number): number => from + perColumn * column + perRow * row;
}

/** The columns and rows of the image that the marked pixels of a mask can reach. */
function partOnImage(
  pixels: Uint8Array,
  { columns }: GridPlace,
  image: GridPlace,
  { here, there }: { here: Axes; there: Axes },
) {
  let [left, right, top, bottom] = [columns, -1, -1, -1];
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === 0) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    if (top < 0) top = row;
    bottom = row;
  }
  if (right < 0) return { left: 0, right: -1, top: 0, bottom: -1 };
  const [toColumn, toRow] = [along(here.right, there, here.origin), along(here.down, there, here.origin)];
  const corners = [left - 1, right + 1].flatMap((column) => [top - 1, bottom + 1].map((row) => [column, row] as const));
  const [across, below] = [corners.map((corner) => toColumn(...corner)), corners.map((corner) => toRow(...corner))];
  return {
    left: Math.max(0, Math.floor(Math.min(...across))),
    right: Math.min(image.columns - 1, Math.ceil(Math.max(...across))),
    top: Math.max(0, Math.floor(Math.min(...below))),
    bottom: Math.min(image.rows - 1, Math.ceil(Math.max(...below))),
  };
}

const dot = (one: Triple, other: Triple): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const plus = (one: Triple, other: Triple): Triple => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
const minus = (one: Triple, other: Triple): Triple => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
const times = ([x, y, z]: Triple, factor: number): Triple => [x * factor, y * factor, z * factor];
