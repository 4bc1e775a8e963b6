import type { BeforeStep } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import { type Affine, type Grid, StepRefusal, type Three } from './grid.ts';

type Vector = Three<number>;
type Cube = Extract<BeforeStep, { step: 'conform' }>;

/** Directions of the body in DICOM coordinates (PS3.3 C.7.6.2.1.1: x to the left, y to the back, z to the head). */
const TOWARDS: Readonly<Record<string, Vector>> = {
  L: [1, 0, 0],
  R: [-1, 0, 0],
  P: [0, 1, 0],
  A: [0, -1, 0],
  S: [0, 0, 1],
  I: [0, 0, -1],
};
const SAME = { scale: 1, offset: 0 };

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * Resamples the volume to a cube with equal spacing about the same centre and axes along those of the body: linear between
 * the voxels, 0 outside. It must be the first step, when the grid is still that of the images.
 * @throws StepRefusal NO_GEOMETRY
 */
export function conformed(grid: Grid, { side, spacingMm, axes }: Cube, header: DicomHeader | null): Grid {
  const o = header?.imageOrientationPatient;
  const spacing = grid.spacingMm;
  if (!o || !spacing) throw new StepRefusal({ code: 'NO_GEOMETRY', params: {} });
  const [alongRow, alongColumn]: [Vector, Vector] = [
    [o[0], o[1], o[2]],
    [o[3], o[4], o[5]],
  ];
  // Directions of slices, rows and columns; slices are ordered along the normal.
  const directions: Three<Vector> = [cross(alongRow, alongColumn), alongColumn, alongRow];
  const cubeAxes = [...axes].map((letter) => TOWARDS[letter]!) as unknown as Three<Vector>;
  /** Matrix from an axis of the images to one of the cube, or back; both systems are orthogonal. */
  const matrix = (
    to: Three<Vector>,
    from: Three<Vector>,
    steps: Vector,
    centres: { to: Vector; from: Vector },
  ): Affine =>
    ([0, 1, 2] as const).map((axis) => {
      const row = ([0, 1, 2] as const).map((other) => dot(to[axis], from[other]) * steps[other]);
      const shift = centres.to[axis] - dot(row as unknown as Vector, centres.from);
      return [...row, shift];
    }) as unknown as Affine;
  const middle = (size: Vector): Vector => [(size[0] - 1) / 2, (size[1] - 1) / 2, (size[2] - 1) / 2];
  const size: Vector = [side, side, side];
  const [images, cube] = [middle(grid.size), middle(size)];
  const inCube = matrix(cubeAxes, directions, scaledBy(spacing, 1 / spacingMm), { to: cube, from: images });
  const inImages = matrix(directions, cubeAxes, size.map(() => spacingMm) as unknown as Vector, {
    to: [0, 0, 0],
    from: cube,
  }).map((row, axis) => row.map((each) => each / spacing[axis as 0 | 1 | 2])) as unknown as Affine;
  const values = sampled(grid, size, inImages, images);
  return { ...grid, values, size, spacingMm: [spacingMm, spacingMm, spacingMm], places: [SAME, SAME, SAME], inCube };
}

const scaledBy = (vector: Vector, by: number): Vector => [vector[0] * by, vector[1] * by, vector[2] * by];

/** @param inImages without the shift to the centre of the images */
function sampled(grid: Grid, size: Vector, inImages: Affine, centre: Vector): Float32Array {
  const [slices, rows, columns] = grid.size;
  const values = new Float32Array(size[0] * size[1] * size[2]);
  const [across, down, through] = [1, columns, rows * columns];
  // Rounding must not move a point off a voxel that it lies on.
  const on = (value: number) => (Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value);
  let to = 0;
  for (let a = 0; a < size[0]; a += 1)
    for (let b = 0; b < size[1]; b += 1)
      for (let c = 0; c < size[2]; c += 1, to += 1) {
        const z = on(inImages[0][0] * a + inImages[0][1] * b + inImages[0][2] * c + inImages[0][3] + centre[0]);
        const y = on(inImages[1][0] * a + inImages[1][1] * b + inImages[1][2] * c + inImages[1][3] + centre[1]);
        const x = on(inImages[2][0] * a + inImages[2][1] * b + inImages[2][2] * c + inImages[2][3] + centre[2]);
        if (z < 0 || y < 0 || x < 0 || z > slices - 1 || y > rows - 1 || x > columns - 1) continue;
        const [z0, y0, x0] = [Math.floor(z), Math.floor(y), Math.floor(x)];
        const [dz, dy, dx] = [z - z0, y - y0, x - x0];
        const at = (z0 * rows + y0) * columns + x0;
        // The last voxel has no next one, whose weight is 0 there.
        const [nz, ny, nx] = [dz > 0 ? through : 0, dy > 0 ? down : 0, dx > 0 ? across : 0];
        const line = (from: number) => grid.values[from]! * (1 - dx) + grid.values[from + nx]! * dx;
        const plane = (from: number) => line(from) * (1 - dy) + line(from + ny) * dy;
        values[to] = plane(at) * (1 - dz) + plane(at + nz) * dz;
      }
  return values;
}
