import type { marks, SeriesWindows } from '@duai/contract';
import { framesOf } from '../frames.ts';
import { ofFrame, type PixelDescription } from '../pixels/values/describe-pixels.ts';
import { planeOf } from '../room/planes.ts';
import { noOverlays, type StudySource, type ViewableImage, type ViewableSeries } from '../study-source.ts';
import { computedPlane, indexOf, originOf } from './computed-planes.ts';
import {
  isWithin,
  MOST_VOLUME_BYTES,
  middlePlaneOf,
  PLANE_KINDS,
  type PlaneKind,
  type PlaneStack,
  type ShapeProblem,
  shapeOf,
  stackOf,
  thinned,
  thinningOf,
  type VolumeShape,
  WHOLE_MM,
} from './resample.ts';
import { type Turn, turnName } from './turn.ts';
import type { DrawnPlane, VolumeMessage } from './volume.worker.ts';

export type VolumeProblem = ShapeProblem | 'color' | 'scales' | 'values' | 'unloaded';
export class NoVolume extends Error {
  readonly problem: VolumeProblem;
  constructor(problem: VolumeProblem) {
    super(`no volume: ${problem}`);
    this.name = 'NoVolume';
    this.problem = problem;
  }
}

/** Maximum concurrent fetches of slices. */
const AT_ONCE = 6;

/** Planes, each kind a series, with their names in stored measurements. */
export interface PlanesSource extends StudySource {
  /** Undefined where a point on it has no place in the patient: a projection of the whole depth, or no frame of reference. */
  readonly planeOf: (imageId: string) => marks.ComputedPlane | undefined;
  /** Undefined where it lies on none of these planes. */
  readonly imageOf: (plane: marks.ComputedPlane) => string | undefined;
}

/** What the reader chose: thickness of a slab, and how far the planes are turned. */
export interface PlanesLook {
  readonly slabMm: number;
  readonly turn: Turn;
}

/** Stands for no value: lower than each that is stored. */
export const OUTSIDE = -(2 ** 31);

/** The slices of a series in a worker, which computes planes from them. */
export interface OpenVolume {
  /** Of so many rows and columns one is kept. */
  readonly thinnedBy: number;
  /** Of all its values: they are told in its slope. */
  readonly description: PixelDescription;
  /** Stored values on the first plane of a stack, with a slab the maximum within it; `OUTSIDE` where no voxel lies. */
  readonly cut: (stack: PlaneStack, slabMm: number, signal: AbortSignal) => Promise<Int32Array>;
  /** Axial, coronal and sagittal planes, or three that are turned, each as a series; with a slab, the maximum value within it. */
  readonly planes: (look: PlanesLook, titleOf: (kind: PlaneKind) => string) => PlanesSource;
  readonly close: () => void;
}

/**
 * Fetches every slice of a series and passes it to a worker. If the volume would be too large for a page, only every second
 * row and column is kept, or fewer.
 * @param mostBytes for its voxels
 * @throws NoVolume if its slices form no volume or cannot be fetched
 */
export async function openVolume(
  source: StudySource,
  series: ViewableSeries,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
  mostBytes = MOST_VOLUME_BYTES,
): Promise<OpenVolume> {
  const { stored } = source;
  const descriptions = await stored?.describe(series.id, signal);
  const frames = framesOf(series);
  const slices = frames.map(({ image, frame }) => ofFrame(descriptions?.get(image.sopInstanceUid ?? ''), frame));
  const [first] = slices;
  const known = slices.filter((slice) => slice !== undefined);
  if (!stored || !first || known.length < slices.length) throw new NoVolume('values');
  if (known.some(({ isColor }) => isColor)) throw new NoVolume('color');
  if (known.some((one) => one.frames > 1 && !one.isOfFrame)) throw new NoVolume('unplaced');
  if (!known.every((slice) => isAlike(slice, first)) || !haveOneUptake(series)) throw new NoVolume('scales');
  // Each slice of PET has a step of its own between its values, often: they are told in the largest one.
  const slope = Math.max(...known.map((one) => one.slope));
  const full = shapeOf(slices.map(planeOf));
  if (typeof full === 'string') throw new NoVolume(full);
  const by = thinningOf(full, mostBytes);
  const shape = thinned(full, by);
  const worker = new Worker(new URL('./volume.worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: VolumeMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const draw = drawerOf(worker, tell);
  const bits = first.bitsAllocated === 8 ? 8 : 16;
  tell({ do: 'begin', shape, bits, isSigned: first.isSigned });
  let [next, done] = [0, 0];
  const { columns, rows } = full;
  const fetchNext = async (): Promise<void> => {
    const slice = next;
    next += 1;
    const [frame, description] = [frames[slice], slices[slice]];
    if (!frame || !description) return;
    const octets = await stored.fetchFrame(series.id, description, frame.frame, signal);
    if (octets.byteLength < (columns * rows * bits) / 8) throw new NoVolume('values');
    tell({ do: 'add', slice, octets, columns, rows, by, scale: description.slope / slope }, [octets]);
    done += 1;
    onProgress(done, frames.length);
    await fetchNext();
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    // One pixel, which it can give when it holds them all.
    await draw({ stack: { ...stackOf(shape, 'axial'), columns: 1, rows: 1 }, index: 0, slabMm: 0 }, signal);
    signal.throwIfAborted();
  } catch (error) {
    worker.terminate();
    signal.throwIfAborted();
    throw error instanceof NoVolume ? error : new NoVolume('values');
  }
  const description = { ...first, slope };
  return {
    thinnedBy: by,
    description,
    cut: async (stack, slabMm, signal) =>
      new Int32Array(await draw({ stack, index: 0, slabMm, outside: OUTSIDE }, signal)),
    planes: (look, titleOf) => planesSource({ source, series, shape, first: description, draw, look, titleOf }),
    close: () => worker.terminate(),
  };
}

/** Whether the values of two slices are told in one unit, and can be brought to one step between them. */
const isAlike = (one: PixelDescription, other: PixelDescription): boolean =>
  one.modalityTable === other.modalityTable &&
  (one.slope === other.slope || (one.slope >= 0 && other.slope >= 0 && one.intercept === 0)) &&
  one.intercept === other.intercept &&
  one.unit === other.unit &&
  one.isInverted === other.isInverted &&
  one.isSigned === other.isSigned &&
  one.bitsAllocated === other.bitsAllocated;

/** Whether one factor leads from all values to standardised uptake. */
const haveOneUptake = ({ images }: ViewableSeries): boolean =>
  new Set(images.map(({ window }) => window?.suvFactor ?? null)).size <= 1;

type Wish = Omit<Extract<VolumeMessage, { do: 'draw' }>, 'do'>;
type Draw = (wish: Wish, signal: AbortSignal) => Promise<ArrayBuffer>;

/** One plane after another: what nobody waits for any more, because the reader went on or turned the planes, is not drawn. */
export function drawerOf(worker: Pick<Worker, 'onmessage' | 'onerror'>, tell: (message: VolumeMessage) => void): Draw {
  const waiting: { wish: Wish; signal: AbortSignal; drawn: PromiseWithResolvers<ArrayBuffer> }[] = [];
  let drawing: PromiseWithResolvers<ArrayBuffer> | undefined;
  /** It never answers. */
  let isUnloaded = false;
  const drawNext = () => {
    const next = waiting.shift();
    drawing = next?.drawn;
    if (!next) return;
    if (!next.signal.aborted) return tell({ do: 'draw', ...next.wish });
    drawing?.reject(next.signal.reason);
    drawNext();
  };
  worker.onmessage = ({ data }: MessageEvent<DrawnPlane>) => {
    drawing?.resolve(data);
    drawNext();
  };
  // An error in it has a message, as when memory runs out; a script that could not be loaded has none.
  worker.onerror = (event) => {
    isUnloaded = !('message' in event);
    const problem = isUnloaded ? 'unloaded' : 'large';
    for (const drawn of [drawing, ...waiting.map((one) => one.drawn)]) drawn?.reject(new NoVolume(problem));
    waiting.length = 0;
    drawing = undefined;
  };
  return (wish, signal) => {
    if (isUnloaded) return Promise.reject(new NoVolume('unloaded'));
    const drawn = Promise.withResolvers<ArrayBuffer>();
    waiting.push({ wish, signal, drawn });
    if (!drawing) drawNext();
    return drawn.promise;
  };
}

interface PlanesOf {
  readonly source: StudySource;
  readonly series: ViewableSeries;
  readonly shape: VolumeShape;
  readonly first: PixelDescription;
  readonly draw: Draw;
  readonly look: PlanesLook;
  readonly titleOf: (kind: PlaneKind) => string;
}

function planesSource({ source, series, shape, first, draw, look, titleOf }: PlanesOf): PlanesSource {
  const isWholeDepth = look.slabMm === WHOLE_MM;
  const stacks = new Map(
    PLANE_KINDS.map((kind) => {
      const stack = stackOf(shape, kind, look.turn);
      return [kind as string, isWholeDepth ? middlePlaneOf(stack) : stack];
    }),
  );
  /** With the look: a viewport that goes on with another one does not take the old image for the new. */
  const nameOf = (kind: PlaneKind, index: number) => `${kind} ${look.slabMm} ${turnName(look.turn)} ${index}`;
  const window: ViewableImage['window'] = series.images[0]?.window ?? null;
  const windows: SeriesWindows = series.windows;
  const describe = (stack: PlaneStack, index: number): PixelDescription => ({
    ...first,
    isMaximum: look.slabMm > 0,
    isWholeDepth,
    thicknessMm: look.slabMm,
    sopInstanceUid: nameOf(stack.kind, index),
    rows: stack.rows,
    columns: stack.columns,
    spacing: { rowMm: stack.mm, columnMm: stack.mm, of: 'patient' },
    orientation: [...stack.across, ...stack.down],
    position: originOf(stack, index),
    ...(!isWholeDepth && { isWithin: isWithin(shape, stack, index, look.slabMm) }),
  });
  const indexIn = (imageId: string) => Number(imageId.slice(imageId.lastIndexOf(' ')));
  const isPlaced = !isWholeDepth && first.frameOfReferenceUid !== null;
  const all = (stack: PlaneStack) => Array.from({ length: stack.count }, (_, index) => index);
  return {
    scope: `${source.scope} ${series.id} planes ${look.slabMm} ${turnName(look.turn)}`,
    series: [...stacks.values()].map((stack) => ({
      id: stack.kind,
      modality: series.modality,
      description: titleOf(stack.kind),
      windows,
      images: all(stack).map((index) => ({
        id: nameOf(stack.kind, index),
        sopInstanceUid: nameOf(stack.kind, index),
        frames: 1,
        number: index + 1,
        window,
      })),
    })),
    fetchPicture: () => Promise.reject(new Error('planes are drawn from stored values')),
    stored: {
      mostAhead: 5,
      async describe(kind) {
        const stack = stacks.get(kind);
        return new Map(stack ? all(stack).map((index) => [nameOf(stack.kind, index), describe(stack, index)]) : []);
      },
      async fetchFrame(kind, { sopInstanceUid }, _frame, signal) {
        signal.throwIfAborted();
        const stack = stacks.get(kind);
        if (!stack) throw new NoVolume('values');
        return draw({ stack, index: indexIn(sopInstanceUid), slabMm: look.slabMm }, signal);
      },
    },
    fetchOverlays: noOverlays,
    planeOf(imageId) {
      const stack = stacks.get(imageId.slice(0, imageId.indexOf(' ')));
      return isPlaced && stack ? computedPlane(stack, indexIn(imageId), look) : undefined;
    },
    imageOf(plane) {
      const stack = stacks.get(plane.kind);
      const index = stack && isPlaced ? indexOf(stack, plane, look) : undefined;
      return index === undefined ? undefined : nameOf(plane.kind, index);
    },
  };
}
