import {
  type AlgorithmManifest,
  type AlgorithmNetwork,
  type AlgorithmResult,
  encodeRuns,
  type Overlay,
} from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { Tensor } from '../algorithm.ts';
import { type Answer, answerOf, applyAfter, labelsOf } from '../steps/after.ts';
import type { Grid, Place } from '../steps/grid.ts';
import { ModelOutputError } from '../steps/model-output-error.ts';
import { findingOf, percent } from './told.ts';

/** The images that a grid was made from. */
export interface Source {
  header: DicomHeader | null;
  columns: number;
  rows: number;
  /** One for each image; those without a name cannot be pointed at. */
  slices: { name: string | null; frame: number }[];
  voxelMl: number | null;
}

type Evaluated = Extract<AlgorithmResult, { outcome: 'evaluated' }>;
type Tells = AlgorithmNetwork['outputs'][number]['tells'][number];

/** Collects what a network answered for one image after the other, in the words of its manifest. */
export class Answers {
  readonly #manifest: AlgorithmManifest;
  readonly #findings: Evaluated['findings'] = [];
  /** The highest of all images, by code. */
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
      for (const told of tells) this.#addTold(told, answer, grid, source);
    }
  }

  told(): Pick<Evaluated, 'findings' | 'measurements' | 'overlays'> {
    const measurements = this.#manifest.outputs.flatMap(({ code, kind, unit }) => {
      const value = this.#values.get(`${kind} ${code}`);
      return value === undefined ? [] : [{ code, value, unit: unit ?? '%' }];
    });
    return { findings: this.#findings, measurements, overlays: [...this.#overlays.values()] };
  }

  #addTold(told: Tells, answer: Answer, grid: Grid, source: Source): void {
    switch (told.kind) {
      case 'class-probability': {
        const probability = answer.numbers[told.index]!;
        if (!(probability >= 0 && probability <= 1))
          throw new ModelOutputError(`${told.code} is ${probability}: no probability`);
        this.#findings.push(findingOf(told.code, probability, told.threshold, source.slices[0]?.name ?? null));
        this.#measure('class-probability', told.code, percent(probability));
        return;
      }
      case 'measurement':
        this.#measure('measurement', told.code, answer.numbers[told.index]!);
        return;
      case 'mask':
        this.#addMask(told.code, maskOn(source, grid, answer, told.label), answer.hasVolumes, source);
        return;
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
    if (drawn.length > 0) this.#findings.push({ code, severity: 'info', params: { parts: drawn.length } });
    if (hasVolumes && source.voxelMl !== null) this.#measure('measurement', code, marked * source.voxelMl);
  }

  /** One channel over the whole image, from 0 to its highest number. */
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

/** The points of a label, on the images themselves: each voxel takes the nearest point of the grid. */
function maskOn(source: Source, grid: Grid, answer: Answer, label: number): Uint8Array {
  const labels = labelsOf(answer);
  const [slices, rows, columns] = grid.size;
  if (answer.points.some((length, at) => length !== grid.size[at]))
    throw new ModelOutputError(`a mask of ${answer.points.join(' × ')} on a grid of ${grid.size.join(' × ')}`);
  const nearest = (count: number, { scale, offset }: Place, points: number) =>
    Int32Array.from({ length: count }, (_, at) => {
      const point = Math.round((at - offset) / scale);
      return point >= 0 && point < points ? point : -1;
    });
  const through = nearest(source.slices.length, grid.places[0], slices);
  const down = nearest(source.rows, grid.places[1], rows);
  const across = nearest(source.columns, grid.places[2], columns);
  const mask = new Uint8Array(source.slices.length * source.rows * source.columns);
  let to = 0;
  for (const slice of through)
    for (const row of down)
      for (const column of across) {
        const at = (slice * rows + row) * columns + column;
        if (slice >= 0 && row >= 0 && column >= 0 && labels[at] === label) mask[to] = 1;
        to += 1;
      }
  return mask;
}
