import { project } from './project.ts';
import { type PlaneStack, resample, type VolumeShape, type Voxels, WHOLE_MM } from './resample.ts';

/** Messages to the worker of a volume; slices are transferred, not copied. */
export type VolumeMessage =
  | { readonly do: 'begin'; readonly shape: VolumeShape; readonly bits: 8 | 16; readonly isSigned: boolean }
  | {
      readonly do: 'add';
      readonly slice: number;
      readonly octets: ArrayBuffer;
      readonly columns: number;
      readonly rows: number;
      readonly by: number;
      /** By which its values are multiplied, 1 at most. */
      readonly scale: number;
    }
  | {
      readonly do: 'draw';
      readonly stack: PlaneStack;
      readonly index: number;
      readonly slabMm: number;
      /** Stands where no voxel lies, instead of the lowest value: the values then come as 32 bits. */
      readonly outside?: number;
    };
/** The values of the plane that was asked for. */
export type DrawnPlane = ArrayBuffer;

const KINDS = { 8: [Uint8Array, Int8Array], 16: [Uint16Array, Int16Array] } as const;
let volume: { shape: VolumeShape; voxels: Voxels; least: number } | undefined;

self.onmessage = ({ data }: MessageEvent<VolumeMessage>) => {
  if (data.do === 'begin') {
    const Kind = KINDS[data.bits][data.isSigned ? 1 : 0];
    const { columns, rows, slices } = data.shape;
    volume = { shape: data.shape, voxels: new Kind(columns * rows * slices), least: Number.POSITIVE_INFINITY };
    return;
  }
  if (data.do === 'add') {
    if (!volume) return;
    const { shape, voxels } = volume;
    const Kind = voxels.constructor as new (octets: ArrayBuffer) => Voxels;
    const values = new Kind(data.octets);
    let at = data.slice * shape.columns * shape.rows;
    for (let row = 0; row < data.rows; row += data.by)
      for (let column = 0; column < data.columns; column += data.by) {
        const value = Math.round((values[row * data.columns + column] ?? 0) * data.scale);
        voxels[at] = value;
        if (value < volume.least) volume.least = value;
        at += 1;
      }
    return;
  }
  // There was no memory for it.
  if (!volume) throw new Error('no volume');
  const { stack, index, slabMm, outside } = data;
  const from = { ...volume, least: outside ?? volume.least };
  const values = slabMm === WHOLE_MM ? project(from, stack) : resample(from, stack, index, slabMm);
  const Kind = volume.voxels.constructor as new (values: Int32Array) => Voxels;
  const drawn = (outside === undefined ? new Kind(values) : values).buffer as DrawnPlane;
  self.postMessage(drawn, { transfer: [drawn] });
};
