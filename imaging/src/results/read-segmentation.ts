import type { DataSet } from 'dicom-parser';
import type { OpenDataSet } from '../files/data-set.ts';
import { ImagingError } from '../files/refusal.ts';
import { imageOf } from '../pixels/decode.ts';
import { isOurs } from '../reporting/own-objects.ts';
import type { GridPlace } from './mask-on-image.ts';
import type { CodedConcept, ItemReader } from './read-items.ts';

export interface Segment {
  number: number;
  label: string;
  type: CodedConcept | null;
}
/** The segment that one frame outlines on one image. */
export interface SegmentFrame {
  segment: number;
  sopInstanceUid: string;
  /** Frame of a multi-frame instance, from 0. */
  frame: number;
  /** Where its own pixels lie, which need not be those of the image (PS3.3 A.51). */
  place: GridPlace;
}
export interface SegmentationContent {
  columns: number;
  rows: number;
  segments: Segment[];
  frames: SegmentFrame[];
  /** Its pixels are shares (PS3.3 C.8.20.2.3): what reaches half of the largest is in the mask. */
  isFractional: boolean;
  /** It was made here (`writeSegmentation`), from results of AI. */
  isOurs: boolean;
  /** Of `frames[index]`: one byte a pixel, row by row, 0 or 1. @throws ImagingError where it cannot be decoded */
  maskOf(index: number): Promise<Uint8Array>;
}

const MOST_FRAMES = 5000;
const MOST_PIXELS = 4096 * 4096;

/**
 * A segmentation (PS3.3 A.51): for each frame the segment and the image that it lies on. To be shown, fractional and compressed
 * ones are read too; as a result of an algorithm only a binary one without compression is.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED for those that are not; NOT_READABLE where it contradicts itself
 */
export function readSegmentation(
  open: OpenDataSet,
  reader: ItemReader,
  { isCompressed, isToBeShown }: { isCompressed: boolean; isToBeShown: boolean },
): SegmentationContent {
  const { dataSet: root } = open;
  const kind = reader.text(root, 'x00620001');
  const isFractional = kind === 'FRACTIONAL';
  if (!isToBeShown && (isCompressed || isFractional))
    throw new ImagingError('TRANSFER_SYNTAX_NOT_SUPPORTED', 'only binary segmentations without compression are read');
  if (kind !== 'BINARY' && !isFractional)
    throw new ImagingError('TRANSFER_SYNTAX_NOT_SUPPORTED', 'only binary and fractional segmentations are read');
  const [rows, columns] = [root.uint16('x00280010') ?? 0, root.uint16('x00280011') ?? 0];
  const count = Number(root.string('x00280008') ?? '1');
  const pixels = rows * columns;
  const perFrame = reader.items(root, 'x52009230');
  const element = root.elements.x7fe00010;
  if (!(pixels > 0 && pixels <= MOST_PIXELS && count > 0 && count <= MOST_FRAMES) || !element)
    throw contradicts('has no pixels, or too many');
  if (perFrame.length !== count) throw contradicts('describes another number of frames than it has');
  // Frames of single bits follow each other bit by bit, without a gap (PS3.5 section 8.1.1 and PS3.3 C.7.6.3.1.1).
  const bits = pixels * count * (isFractional ? 8 : 1);
  if (!isCompressed && element.length < Math.ceil(bits / 8)) throw contradicts('has fewer pixels than its size says');
  const largest = isFractional ? (root.uint16('x0062000e') ?? 255) : 1;
  const [shared] = reader.items(root, 'x52009229');
  const grid = { columns, rows, frameOfReferenceUid: reader.text(root, 'x00200052') };
  const frames = perFrame.map((frame) => frameOf(frame, shared, reader, grid));
  const segments = reader.items(root, 'x00620002').map((segment) => ({
    number: segment.uint16('x00620004') ?? 0,
    label: reader.text(segment, 'x00620005') ?? '',
    type: reader.code(segment, 'x0062000f'),
  }));
  const numbers = new Set(segments.map(({ number }) => number));
  if (!frames.every(({ segment }) => numbers.has(segment))) throw contradicts('has a frame of an unknown segment');
  const image = imageOf(open);
  return {
    columns,
    rows,
    segments,
    frames,
    isFractional,
    isOurs: isOurs(reader.text(root, 'x00080070')),
    async maskOf(index) {
      const { stored } = await image.decode(index);
      return Uint8Array.from(stored, (value) => (value > 0 && value * 2 >= largest ? 1 : 0));
    },
  };
}

/**
 * From the functional groups of the frame, or else the shared ones (PS3.3 C.7.6.16): its segment and source image, Plane Position,
 * Plane Orientation and Pixel Measures.
 */
function frameOf(
  frame: DataSet,
  shared: DataSet | undefined,
  reader: ItemReader,
  grid: Pick<GridPlace, 'columns' | 'rows' | 'frameOfReferenceUid'>,
): SegmentFrame {
  const group = (tag: string) => reader.items(frame, tag)[0] ?? reader.items(shared, tag)[0];
  const numbers = (macro: string, tag: string) => {
    const from = group(macro);
    return (from && reader.text(from, tag)?.split('\\').map(Number.parseFloat)) ?? null;
  };
  const segment = group('x0062000a')?.uint16('x0062000b') ?? 0;
  const [source] = reader.items(group('x00089124'), 'x00082112');
  const sopInstanceUid = source && reader.text(source, 'x00081155');
  if (!source || !sopInstanceUid) throw contradicts('does not say which image a frame lies on');
  const number = Number(reader.text(source, 'x00081160') ?? '1');
  const place = {
    ...grid,
    positionMm: numbers('x00209113', 'x00200032'),
    orientation: numbers('x00209116', 'x00200037'),
    spacingMm: numbers('x00289110', 'x00280030'),
  };
  return { segment, sopInstanceUid, frame: Number.isInteger(number) && number > 0 ? number - 1 : 0, place };
}

const contradicts = (what: string) => new ImagingError('NOT_READABLE', `the segmentation ${what}`);
