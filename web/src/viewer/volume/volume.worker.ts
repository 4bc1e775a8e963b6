import type { PlaneStack, VolumeShape, Voxels } from './resample.ts';
import { resample } from './resample.ts';

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
    }
  | {
      readonly do: 'draw';
      readonly id: number;
      readonly stack: PlaneStack;
      readonly index: number;
      readonly slabMm: number;
    };
export interface DrawnPlane {
  readonly id: number;
  readonly octets: ArrayBuffer;
}

const KINDS = { 8: [Uint8Array, Int8Array], 16: [Uint16Array, Int16Array] } as const;
let volume: { shape: VolumeShape; voxels: Voxels; least: number } | undefined;

self.onmessage = ({ data }: MessageEvent<VolumeMessage>) => {
  if (data.do === 'begin') {
    const Kind = KINDS[data.bits][data.isSigned ? 1 : 0];
    const { columns, rows, slices } = data.shape;
    volume = { shape: data.shape, voxels: new Kind(columns * rows * slices), least: Number.POSITIVE_INFINITY };
    return;
  }
  if (!volume) return;
  if (data.do === 'add') {
    const { shape, voxels } = volume;
    const Kind = voxels.constructor as new (octets: ArrayBuffer) => Voxels;
    const values = new Kind(data.octets);
    let at = data.slice * shape.columns * shape.rows;
    for (let row = 0; row < data.rows; row += data.by)
      for (let column = 0; column < data.columns; column += data.by) {
        const value = values[row * data.columns + column] ?? 0;
        voxels[at] = value;
        if (value < volume.least) volume.least = value;
        at += 1;
      }
    return;
  }
  const values = resample(volume, data.stack, data.index, data.slabMm);
  const Kind = volume.voxels.constructor as new (values: Int32Array) => Voxels;
  const octets = new Kind(values).buffer as ArrayBuffer;
  const drawn: DrawnPlane = { id: data.id, octets };
  self.postMessage(drawn, { transfer: [octets] });
};
