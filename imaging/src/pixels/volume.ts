import type { DicomHeader } from '../headers/header.ts';
import { itemAt, stepsOf, upperMedian } from '../values.ts';
import type { DecodedFrame } from './decode.ts';
import { isReal } from './stored-values.ts';
import { modalityValueOf } from './window.ts';

type Vector = [number, number, number];

/** A stack of parallel slices in modality values. Index = (slice · rows + row) · columns + column. */
export interface Volume {
  columns: number;
  rows: number;
  slices: number;
  /** Between columns, between rows, between slices; mm. */
  spacingMm: [number, number, number];
  values: Int16Array;
  /** Headers of the slices in the order of the volume; for a multi-frame file those of its frames. */
  headers: DicomHeader[];
  /** Index of each slice's frame in its file, from 0. */
  frames: number[];
}

export type VolumeErrorCode =
  | 'TOO_FEW_SLICES'
  | 'TOO_LARGE'
  | 'NO_GEOMETRY'
  | 'MIXED_SIZE'
  | 'MIXED_ORIENTATION'
  | 'MIXED_SPACING'
  | 'DUPLICATE_SLICES';

export class VolumeError extends Error {
  readonly code: VolumeErrorCode;
  /** Figures for the sentence shown to the reader. */
  readonly params: Readonly<Record<string, number>>;

  constructor(code: VolumeErrorCode, message: string, params: Readonly<Record<string, number>> = {}) {
    super(message);
    this.name = 'VolumeError';
    this.code = code;
    this.params = params;
  }
}

/** Cosine above which two orientations count as the same: cos 1.8°. */
const SAME_DIRECTION = 0.9995;
/** Largest deviation of a gap from the median, as a fraction; beyond it the spacing is mixed. */
const SPACING_TOLERANCE = 0.02;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Position and number of a slice: everything needed to order slices. */
export type SlicePlace = Pick<
  DicomHeader,
  'imagePositionPatientMm' | 'imageOrientationPatient' | 'instanceNumber' | 'sopInstanceUid'
>;

/** Distance along the normal of the slices in mm (PS3.3 C.7.6.2.1.1); null without a geometry. */
export function positionAlongNormalMm(header: SlicePlace, normal?: Vector): number | null {
  const own = normal ?? normalOf(header);
  return own && header.imagePositionPatientMm ? dot(header.imagePositionPatientMm, own) : null;
}

export function normalOf(header: Pick<SlicePlace, 'imageOrientationPatient'>): Vector | null {
  const o = header.imageOrientationPatient;
  return o ? cross([o[0], o[1], o[2]], [o[3], o[4], o[5]]) : null;
}

export function isSameOrientation(a: SlicePlace, b: SlicePlace): boolean {
  const [left, right] = [a.imageOrientationPatient, b.imageOrientationPatient];
  if (!left || !right) return left === right;
  const along = dot([left[0], left[1], left[2]], [right[0], right[1], right[2]]);
  const down = dot([left[3], left[4], left[5]], [right[3], right[4], right[5]]);
  return along > SAME_DIRECTION && down > SAME_DIRECTION;
}

/** Indices in reading order: along the normal if all slices have a position, otherwise by instance number. */
export function sortSlices(headers: SlicePlace[]): number[] {
  const [first] = headers;
  if (!first) return [];
  const normal = normalOf(first);
  const places = headers.flatMap((header) => (normal && positionAlongNormalMm(header, normal)) ?? []);
  const hasPlaces = places.length === headers.length && headers.every((header) => isSameOrientation(header, first));
  const slices = headers.map(({ instanceNumber, sopInstanceUid }, index) => {
    const number = instanceNumber ?? Number.POSITIVE_INFINITY;
    return { index, key: hasPlaces ? itemAt(places, index) : number, number, name: sopInstanceUid ?? '' };
  });
  return slices
    .sort((a, b) => compare(a.key, b.key) || compare(a.number, b.number) || a.name.localeCompare(b.name))
    .map(({ index }) => index);
}

/**
 * The same in the direction in which the scanner numbered its slices, so that the first image on show is the first of the
 * series, here as on other screens. Most scanners number from the head to the feet, against the normal. Where several images
 * lie at one place (times of a perfusion or of a heart, b-values), as they are numbered: along the normal they would be mixed.
 */
export function readingOrder(headers: SlicePlace[]): number[] {
  const order = sortSlices(headers);
  if (
    isRepeated(headers) &&
    new Set(headers.flatMap(({ instanceNumber }) => instanceNumber ?? [])).size === headers.length
  )
    return sortSlices(headers.map((header) => ({ ...header, imagePositionPatientMm: null })));
  const numbers = order.flatMap((index) => itemAt(headers, index).instanceNumber ?? []);
  const steps = numbers.slice(1).map((number, index) => Math.sign(number - itemAt(numbers, index)));
  return steps.reduce((sum, step) => sum + step, 0) < 0 ? order.reverse() : order;
}

/** Whether two images have one position, to a hundredth of a millimetre, and one orientation. */
function isRepeated(headers: SlicePlace[]): boolean {
  const places = headers.map(({ imagePositionPatientMm, imageOrientationPatient, sopInstanceUid }) =>
    JSON.stringify([imagePositionPatientMm?.map((mm) => mm.toFixed(2)) ?? sopInstanceUid, imageOrientationPatient]),
  );
  return new Set(places).size < headers.length;
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** The arrangement of slices. */
export interface Stack {
  /** Indices of the slices, along their normal. */
  order: number[];
  /** Between columns, between rows, between slices; mm. */
  spacingMm: [number, number, number];
}

/**
 * Orders parallel slices of one size at even distances.
 * @throws VolumeError if they form no such stack
 */
export function stackOf(headers: DicomHeader[]): Stack {
  const first = headers[0];
  if (!first || headers.length < 3) throw new VolumeError('TOO_FEW_SLICES', 'a volume needs three slices');
  const normal = normalOf(first);
  if (!normal || !first.pixelSpacingMm)
    throw new VolumeError('NO_GEOMETRY', 'position, orientation or spacing is missing');
  const placesMm: number[] = [];
  for (const header of headers) {
    if (header.rows !== first.rows || header.columns !== first.columns)
      throw new VolumeError('MIXED_SIZE', 'slices differ in size');
    if (!isSameOrientation(header, first)) throw new VolumeError('MIXED_ORIENTATION', 'slices differ in orientation');
    const placeMm = positionAlongNormalMm(header, normal);
    if (placeMm === null) throw new VolumeError('NO_GEOMETRY', 'a position is missing');
    placesMm.push(placeMm);
    const [row, column] = header.pixelSpacingMm ?? [Number.NaN, Number.NaN];
    if (!(Math.abs(row - first.pixelSpacingMm[0]) < 1e-3 && Math.abs(column - first.pixelSpacingMm[1]) < 1e-3)) {
      throw new VolumeError('MIXED_SPACING', 'slices differ in pixel spacing');
    }
  }
  const order = sortSlices(headers);
  const gapsMm = stepsOf(order.map((index) => itemAt(placesMm, index)));
  const gapMm = upperMedian(gapsMm);
  if (gapsMm.some((gap) => gap < 1e-3)) throw new VolumeError('DUPLICATE_SLICES', 'two slices are at the same place');
  if (gapsMm.some((gap) => Math.abs(gap - gapMm) > gapMm * SPACING_TOLERANCE + 0.01)) {
    throw new VolumeError('MIXED_SPACING', 'the distance between slices is not constant');
  }
  return { order, spacingMm: [first.pixelSpacingMm[1], first.pixelSpacingMm[0], gapMm] };
}

/**
 * Stacks slices into a volume: those of many files, the frames of one, or both. The order of the input does not matter.
 * @throws VolumeError
 */
export function buildVolume(frames: DecodedFrame[]): Volume {
  const headers = frames.map((frame) => frame.header);
  const { order, spacingMm } = stackOf(headers);
  const { rows, columns } = itemAt(headers, 0);
  const sorted = order.map((index) => itemAt(frames, index));
  const plane = rows * columns;
  const values = new Int16Array(plane * order.length);
  for (const [slice, frame] of sorted.entries()) {
    writeModality(frame, values.subarray(slice * plane, (slice + 1) * plane));
  }
  return {
    columns,
    rows,
    slices: order.length,
    spacingMm,
    values,
    headers: sorted.map(({ header }) => header),
    frames: sorted.map(({ frame }) => frame),
  };
}

/** Writes the modality values of a frame, rounded to 16 bits. Whole numbers that lie close together are converted once each. */
function writeModality(frame: DecodedFrame, values: Int16Array): void {
  const { stored } = frame;
  const inModality = modalityValueOf(frame);
  const rounded = (value: number) => Math.max(-32768, Math.min(32767, Math.round(inModality(value))));
  const { length } = values;
  let low = itemAt(stored, 0);
  let high = low;
  for (let pixel = 1; pixel < length; pixel += 1) {
    const value = stored[pixel]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (isReal(stored) || !(high - low < length)) {
    for (let pixel = 0; pixel < length; pixel += 1) values[pixel] = rounded(stored[pixel]!);
    return;
  }
  const table = new Int16Array(high - low + 1);
  for (let entry = 0; entry < table.length; entry += 1) table[entry] = rounded(low + entry);
  for (let pixel = 0; pixel < length; pixel += 1) values[pixel] = table[stored[pixel]! - low]!;
}
