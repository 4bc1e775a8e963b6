import type { DataSet } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';
import type { CodedConcept, ItemReader } from './read-items.ts';

export interface Segment {
  number: number;
  label: string;
  type: CodedConcept | null;
}
/** What one frame outlines on one image. */
export interface SegmentFrame {
  segment: number;
  sopInstanceUid: string;
  /** Of a multi-frame instance, from 0. */
  frame: number;
}
export interface SegmentationContent {
  columns: number;
  rows: number;
  segments: Segment[];
  frames: SegmentFrame[];
  /** Of `frames[index]`: one byte a pixel, row by row, 0 or 1. */
  maskOf(index: number): Uint8Array;
}

const MOST_FRAMES = 5000;
const MOST_PIXELS = 4096 * 4096;

/**
 * A binary segmentation (PS3.3 A.51): for each frame the segment and the image that it lies on.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED for fractional or compressed ones; NOT_READABLE where it contradicts itself
 */
export function readSegmentation(root: DataSet, reader: ItemReader, isCompressed: boolean): SegmentationContent {
  if (isCompressed || reader.text(root, 'x00620001') !== 'BINARY')
    throw new ImagingError('TRANSFER_SYNTAX_NOT_SUPPORTED', 'only binary segmentations without compression are read');
  const [rows, columns] = [root.uint16('x00280010') ?? 0, root.uint16('x00280011') ?? 0];
  const count = Number(root.string('x00280008') ?? '1');
  const pixels = rows * columns;
  const perFrame = reader.items(root, 'x52009230');
  const element = root.elements.x7fe00010;
  if (!(pixels > 0 && pixels <= MOST_PIXELS && count > 0 && count <= MOST_FRAMES) || !element)
    throw contradicts('has no pixels, or too many');
  if (perFrame.length !== count) throw contradicts('describes another number of frames than it has');
  const bits = root.byteArray.subarray(element.dataOffset, element.dataOffset + element.length);
  // Frames follow each other bit by bit, without a gap (PS3.5 section 8.1.1 and PS3.3 C.7.6.3.1.1).
  if (bits.length < Math.ceil((pixels * count) / 8)) throw contradicts('has fewer pixels than its size says');
  const [shared] = reader.items(root, 'x52009229');
  const frames = perFrame.map((frame) => placeOf(frame, shared, reader));
  const segments = reader.items(root, 'x00620002').map((segment) => ({
    number: segment.uint16('x00620004') ?? 0,
    label: reader.text(segment, 'x00620005') ?? '',
    type: reader.code(segment, 'x0062000f'),
  }));
  const numbers = new Set(segments.map(({ number }) => number));
  if (!frames.every(({ segment }) => numbers.has(segment))) throw contradicts('has a frame of an unknown segment');
  return {
    columns,
    rows,
    segments,
    frames,
    maskOf(index) {
      const mask = new Uint8Array(pixels);
      for (let at = 0, bit = index * pixels; at < pixels; at += 1, bit += 1)
        mask[at] = (bits[bit >> 3]! >> (bit & 7)) & 1;
      return mask;
    },
  };
}

/** By the functional groups of the frame, or those that all frames share (PS3.3 C.7.6.16). */
function placeOf(frame: DataSet, shared: DataSet | undefined, reader: ItemReader): SegmentFrame {
  const group = (tag: string) => reader.items(frame, tag)[0] ?? reader.items(shared, tag)[0];
  const segment = group('x0062000a')?.uint16('x0062000b') ?? 0;
  const [source] = reader.items(group('x00089124'), 'x00082112');
  const sopInstanceUid = source && reader.text(source, 'x00081155');
  if (!source || !sopInstanceUid) throw contradicts('does not say which image a frame lies on');
  const number = Number(reader.text(source, 'x00081160') ?? '1');
  return { segment, sopInstanceUid, frame: Number.isInteger(number) && number > 0 ? number - 1 : 0 };
}

const contradicts = (what: string) => new ImagingError('NOT_READABLE', `the segmentation ${what}`);
