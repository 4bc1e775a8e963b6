import {
  type AlgorithmManifest,
  type AlgorithmNetwork,
  type AlgorithmResult,
  encodeRuns,
  type Overlay,
} from '@duai/contract';
import { type DicomHeader, itemAt } from '@duai/imaging';
import type { Tensor } from '../algorithm.ts';
import { type Answer, answerOf, applyAfter, labelsOf } from '../steps/after.ts';
import type { Affine, Grid, Place, Three } from '../steps/grid.ts';
import { ModelOutputError } from '../steps/model-output-error.ts';
import { findingOf, percent, type Seen } from './told.ts';

/** The images that a grid was made from. */
export interface Source {
  header: DicomHeader | null;
  columns: number;
  rows: number;
  /** One for each image; images without an identifier cannot be referred to. */
  slices: { name: string | null; frame: number }[];
  voxelMl: number | null;
}

type Evaluated = Extract<AlgorithmResult, { outcome: 'evaluated' }>;
type Tells = AlgorithmNetwork['outputs'][number]['tells'][number];

/** Collects the answers of a network, image by image, and describes them with the codes of its manifest. */
export class Answers {
  readonly #manifest: AlgorithmManifest;
  /** Probabilities of each class for every image; they give one sentence together. */
  readonly #probabilities = new Map<string, Seen>();
  /** Number of slices with a mask, by code, for masks without a volume. */
  readonly #drawn = new Map<string, number>();
  /** The highest value of all images, by code. */
  readonly #values = new Map<string, number>();
  readonly #overlays = new Map<string, Overlay>();
  #images = 0;

  constructor(manifest: AlgorithmManifest) {
    this.#manifest = manifest;
  }

  get isEmpty(): boolean {
    return this.#images === 0;
  }

  /** @throws ModelOutputError */
  add(outputs: Record<string, Tensor>, grid: Grid, source: Source): void {
    this.#images += 1;
    for (const { name, dims, after, tells } of this.#manifest.network?.outputs ?? []) {
      const answer = after.reduce(applyAfter, answerOf(name, outputs[name], dims));
      const labelled: Labelled = {
        counts: answer.labels ? countsOf(answer.labels) : new Uint32Array(),
        onImages: tells.some(({ kind }) => kind === 'mask') ? labelsOn(source, grid, answer) : new Uint16Array(),
      };
      for (const told of tells) this.#addTold(told, answer, labelled, grid, source);
    }
  }

  told(): Pick<Evaluated, 'findings' | 'measurements' | 'overlays'> {
    const measurements = this.#manifest.outputs.flatMap(({ code, kind, unit }) => {
      const value = this.#values.get(`${kind} ${code}`);
      return value === undefined ? [] : [{ code, value, unit: unit ?? '%' }];
    });
    const findings = [
      ...[...this.#probabilities].map(([code, seen]) => findingOf(code, seen)),
      ...[...this.#drawn].map(([code, parts]) => ({ code, severity: 'info' as const, params: { parts } })),
    ];
    return { findings, measurements, overlays: [...this.#overlays.values()] };
  }

  #addTold(told: Tells, answer: Answer, { counts, onImages }: Labelled, grid: Grid, source: Source): void {
    switch (told.kind) {
      case 'class-probability': {
        const probability = itemAt(answer.numbers, told.index);
        if (!(probability >= 0 && probability <= 1))
          throw new ModelOutputError(`${told.code} is ${probability}: no probability`);
        const seen = this.#probabilities.get(told.code) ?? { threshold: told.threshold, images: [] };
        seen.images.push({ probability, name: source.slices[0]?.name ?? null });
        this.#probabilities.set(told.code, seen);
        this.#measure('class-probability', told.code, percent(probability));
        return;
      }
      case 'measurement':
        this.#measure('measurement', told.code, itemAt(answer.numbers, told.index));
        return;
      case 'mask':
        this.#addMask(told.code, marked(onImages, [told.label].flat()), answer.hasVolumes, source);
        return;
      case 'volume':
        if (grid.spacingMm)
          this.#measure('measurement', told.code, hundredths(sumOf(counts, told.labels) * pointMl(grid.spacingMm)));
        return;
      case 'asymmetry': {
        const [left, right] = [counts[told.left] ?? 0, counts[told.right] ?? 0];
        // (left − right) in percent of their mean.
        if (left + right > 0)
          this.#measure('measurement', told.code, hundredths((200 * (left - right)) / (left + right)));
        return;
      }
      case 'heat-map':
        this.#addHeat(told.code, told.index, answer, source);
    }
  }

  #measure(kind: string, code: string, value: number): void {
    const key = `${kind} ${code}`;
    this.#values.set(key, Math.max(value, this.#values.get(key) ?? Number.NEGATIVE_INFINITY));
  }

  #addMask(code: string, mask: Uint8Array, hasVolumes: boolean, source: Source): void {
    const { columns, rows } = source;
    const plane = columns * rows;
    const drawn: Overlay['slices'] = [];
    let marked = 0;
    for (const [at, { name, frame }] of source.slices.entries()) {
      const runs = encodeRuns(mask.subarray(at * plane, (at + 1) * plane));
      if (name && runs !== '') drawn.push({ sopInstanceUid: name, ...(frame > 0 && { frame }), runs });
    }
    for (const point of mask) marked += point;
    const before = this.#overlays.get(code);
    if (drawn.length > 0)
      this.#overlays.set(code, { code, columns, rows, slices: [...(before?.slices ?? []), ...drawn] });
    if (drawn.length > 0 && !hasVolumes) this.#drawn.set(code, (this.#drawn.get(code) ?? 0) + drawn.length);
    if (hasVolumes && source.voxelMl !== null) this.#measure('measurement', code, marked * source.voxelMl);
  }

  /** One channel over the whole image, scaled from 0 to its highest number. */
  #addHeat(code: string, channel: number, { numbers, points }: Answer, source: Source): void {
    const [, rows, columns] = points;
    const cells = numbers.subarray(channel * rows * columns, (channel + 1) * rows * columns);
    const most = Math.max(...cells);
    const name = source.slices[0]?.name;
    if (!(most > 0) || !name || cells.length === 0) return;
    const bytes = Uint8Array.from(cells, (value) => Math.round((255 * Math.max(0, value)) / most));
    const slice = { sopInstanceUid: name, runs: btoa(String.fromCharCode(...bytes)) };
    const before = this.#overlays.get(code);
    this.#overlays.set(code, { code, kind: 'heat', columns, rows, slices: [...(before?.slices ?? []), slice] });
  }
}

/** Number of points of each label, and the labels on the images themselves. */
interface Labelled {
  counts: Uint32Array;
  onImages: Uint16Array;
}

function countsOf(labels: Uint16Array): Uint32Array {
  const counts = new Uint32Array(2 ** 16);
  for (const label of labels) counts[label]! += 1;
  return counts;
}
const sumOf = (counts: Uint32Array, labels: readonly number[]): number =>
  labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0);
const pointMl = ([slice, row, column]: Three<number>): number => (slice * row * column) / 1000;
const hundredths = (value: number): number => Math.round(value * 100) / 100;

function marked(onImages: Uint16Array, labels: readonly number[]): Uint8Array {
  const isShown = new Uint8Array(2 ** 16);
  for (const label of labels) isShown[label] = 1;
  const mask = new Uint8Array(onImages.length);
  for (let at = 0; at < mask.length; at += 1) mask[at] = isShown[onImages[at]!]!;
  return mask;
}

const NO_CUBE: Affine = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];

/** Each voxel of the images takes the label of the nearest grid point; voxels outside the grid have none. */
function labelsOn(source: Source, { size, places, inCube = NO_CUBE }: Grid, answer: Answer): Uint16Array {
  const labels = labelsOf(answer);
  if (answer.points.some((length, at) => length !== size[at]))
    throw new ModelOutputError(`a mask of ${answer.points.join(' × ')} on a grid of ${size.join(' × ')}`);
  const [slices, rows, columns] = size;
  const [through, down, across] = [0, 1, 2].map((axis) => nearest(itemAt(inCube, axis), itemAt(places, axis))) as [
    Row,
    Row,
    Row,
  ];
  const made = new Uint16Array(source.slices.length * source.rows * source.columns);
  let to = 0;
  for (let slice = 0; slice < source.slices.length; slice += 1)
    for (let row = 0; row < source.rows; row += 1)
      for (let column = 0; column < source.columns; column += 1, to += 1) {
        const z = Math.round(through[0] * slice + through[1] * row + through[2] * column + through[3]);
        const y = Math.round(down[0] * slice + down[1] * row + down[2] * column + down[3]);
        const x = Math.round(across[0] * slice + across[1] * row + across[2] * column + across[3]);
        if (z >= 0 && z < slices && y >= 0 && y < rows && x >= 0 && x < columns)
          made[to] = labels[(z * rows + y) * columns + x]!;
      }
  return made;
}

type Row = Affine[0];

/** Converts a voxel of the images to the position along one axis of the grid. */
const nearest = ([slice, row, column, shift]: Row, { scale, offset }: Place): Row => [
  slice / scale,
  row / scale,
  column / scale,
  (shift - offset) / scale,
];
