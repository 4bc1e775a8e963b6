import { type DecodedFrame, type DicomHeader, itemAt, modalityValueOf, stackOf } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';

/** A stack of parallel slices in values that are not rounded. Index = (slice · rows + row) · columns + column. */
export interface ExactVolume {
  columns: number;
  rows: number;
  slices: number;
  /** Between columns, between rows, between slices; mm. */
  spacingMm: [number, number, number];
  values: Float32Array;
  /** Of each slice, in the order of the volume. */
  headers: DicomHeader[];
  /** Which frame of its file each slice is, from 0. */
  frames: number[];
}

/**
 * The series as a volume of 32-bit numbers, one frame in memory at a time. `loadVolume` rounds to 16-bit integers, which
 * holds HU and not the activity of PET.
 * @param factorOf of what a modality value of the frame is multiplied with
 * @throws VolumeError where the slices are no stack; whatever `factorOf` throws
 */
export async function loadExactVolume(
  input: SeriesInput,
  factorOf: (header: DicomHeader) => number,
): Promise<ExactVolume> {
  const frames: { header: DicomHeader; frame: number; values: Float32Array }[] = [];
  for (const [index, instance] of input.instances.entries()) {
    for (let number = 0; number < instance.frames; number += 1) {
      const frame = await input.loadFrame(index, number);
      frames.push({ header: frame.header, frame: frame.frame, values: valuesOf(frame, factorOf(frame.header)) });
    }
  }
  const headers = frames.map(({ header }) => header);
  const { order, spacingMm } = stackOf(headers);
  const { columns, rows } = itemAt(headers, 0);
  const values = new Float32Array(columns * rows * order.length);
  for (const [slice, index] of order.entries()) values.set(itemAt(frames, index).values, slice * columns * rows);
  return {
    columns,
    rows,
    slices: order.length,
    spacingMm,
    values,
    headers: order.map((index) => itemAt(headers, index)),
    frames: order.map((index) => itemAt(frames, index).frame),
  };
}

function valuesOf(frame: DecodedFrame, factor: number): Float32Array {
  const inModality = modalityValueOf(frame);
  const values = new Float32Array(frame.rows * frame.columns);
  for (let pixel = 0; pixel < values.length; pixel += 1) values[pixel] = factor * inModality(frame.stored[pixel]!);
  return values;
}
