import { type DecodedFrame, type DicomHeader, itemAt, modalityValueOf, stackOf } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';

/** A stack of parallel slices with unrounded values. Index = (slice · rows + row) · columns + column. */
export interface ExactVolume {
  columns: number;
  rows: number;
  slices: number;
  /** Between columns, between rows, between slices; mm. */
  spacingMm: [number, number, number];
  values: Float32Array;
  /** Header of each slice, in the order of the volume. */
  headers: DicomHeader[];
  /** Index of each slice's frame in its file, from 0. */
  frames: number[];
}

/**
 * The series as a volume of 32-bit numbers, one frame in memory at a time. `loadVolume` rounds to 16-bit integers, which
 * suffices for HU but not for the activity of PET.
 * @param factorOf the factor by which the modality values of a frame are multiplied
 * @throws VolumeError if the slices are not a stack, and the errors of `factorOf`
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
