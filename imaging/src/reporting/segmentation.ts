import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { type Code, codeSequence, DCM, decimal, type ImageReference, reference, sequence } from './content-items.ts';
import { type ObjectNames, objectElements } from './document.ts';
import { SEGMENTATION } from './own-objects.ts';

type Triple = readonly [number, number, number];
export interface SegmentFrame extends ImageReference {
  /** Position of the source image, in mm. */
  positionMm: Triple;
  /** columns × rows, 0 or not 0. */
  mask: Uint8Array;
}
export interface Segment {
  label: string;
  /** PS3.16 CID 7150 and 7151. */
  category: Code;
  type: Code;
  /** Name and version. */
  algorithm: string;
  /** A reader corrected what the algorithm drew. */
  isCorrected?: true;
  trackingId: string;
  trackingUid: string;
  frames: readonly SegmentFrame[];
}

/** Masks on the slices of one series. */
export interface Segmentation extends ObjectNames {
  description: string;
  /** Who corrected masks in it, as a PN. */
  creator?: string;
  dimensionOrganizationUid: string;
  softwareVersion: string;
  /** The segmented series. */
  source: {
    seriesInstanceUid: string;
    frameOfReferenceUid: string;
    columns: number;
    rows: number;
    orientation: readonly number[];
    /** Between rows, between columns. */
    pixelSpacingMm: readonly [number, number];
    sliceThicknessMm: number;
  };
  segments: readonly Segment[];
}

/**
 * A binary DICOM segmentation (PS3.3 A.51) of single-frame images, in the study of `sourceFile`, a Part 10 file of one of
 * them. A slice without a marked pixel has no frame; at least one frame is needed.
 * @throws ImagingError if `sourceFile` cannot be parsed
 */
export function writeSegmentation(segmentation: Segmentation, sourceFile: Uint8Array): Uint8Array {
  const { source, segments } = segmentation;
  const { elements } = objectElements(segmentation, sourceFile, {
    sopClassUid: SEGMENTATION,
    modality: 'SEG',
    seriesNumber: '9905',
  });
  const positions = [...new Set(segments.flatMap(({ frames }) => frames.map(nameOfPlace)))];
  const frames = segments.flatMap((segment, index) =>
    segment.frames.map((frame) => ({ frame, segment: index + 1, place: positions.indexOf(nameOfPlace(frame)) + 1 })),
  );
  return writePart10([
    ...elements,
    { tag: 0x00080008, vr: 'CS', value: 'DERIVED\\PRIMARY' },
    { tag: 0x00081090, vr: 'LO', value: 'DUAI' },
    sequence(0x00081115, referencedSeries(source.seriesInstanceUid, segments)),
    { tag: 0x00181000, vr: 'LO', value: '1' },
    { tag: 0x00181020, vr: 'LO', value: segmentation.softwareVersion },
    { tag: 0x00200052, vr: 'UI', value: source.frameOfReferenceUid },
    { tag: 0x00201040, vr: 'LO', value: '' },
    ...dimensions(segmentation.dimensionOrganizationUid),
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280008, vr: 'IS', value: String(frames.length) },
    { tag: 0x00280010, vr: 'US', value: [source.rows] },
    { tag: 0x00280011, vr: 'US', value: [source.columns] },
    { tag: 0x00280100, vr: 'US', value: [1] },
    { tag: 0x00280101, vr: 'US', value: [1] },
    { tag: 0x00280102, vr: 'US', value: [0] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x00282110, vr: 'CS', value: '00' },
    { tag: 0x00620001, vr: 'CS', value: 'BINARY' },
    sequence(0x00620002, ...segments.map((segment, index) => segmentItem(segment, index + 1))),
    { tag: 0x00700080, vr: 'CS', value: 'SEGMENTATION' },
    { tag: 0x00700081, vr: 'LO', value: segmentation.description.slice(0, 64) },
    { tag: 0x00700084, vr: 'PN', value: segmentation.creator ?? '' },
    sequence(0x52009229, [
      sequence(0x00209116, [{ tag: 0x00200037, vr: 'DS', value: source.orientation.map(decimal).join('\\') }]),
      sequence(0x00289110, [
        { tag: 0x00180050, vr: 'DS', value: decimal(source.sliceThicknessMm) },
        { tag: 0x00280030, vr: 'DS', value: source.pixelSpacingMm.map(decimal).join('\\') },
      ]),
    ]),
    sequence(
      0x52009230,
      ...frames.map(({ frame, segment, place }) => [
        sequence(0x00089124, [
          sequence(0x00082112, [
            ...reference(frame),
            codeSequence(0x0040a170, DCM('121322', 'Source image for image processing operation')),
          ]),
          codeSequence(0x00089215, DCM('113076', 'Segmentation')),
        ]),
        sequence(0x00209111, [{ tag: 0x00209157, vr: 'UL', value: [segment, 0, place, 0] }]),
        sequence(0x00209113, [{ tag: 0x00200032, vr: 'DS', value: frame.positionMm.map(decimal).join('\\') }]),
        sequence(0x0062000a, [{ tag: 0x0062000b, vr: 'US', value: [segment] }]),
      ]),
    ),
    {
      tag: 0x7fe00010,
      vr: 'OB',
      value: packed(frames.map(({ frame }) => frame.mask)),
    },
  ]);
}

const nameOfPlace = ({ positionMm }: SegmentFrame): string => positionMm.join(' ');

/** Segment Algorithm Type (0062,0008): of a corrected mask the algorithm is named too (PS3.3 C.8.20.2). */
const segmentItem = (segment: Segment, number: number): ElementToWrite[] => [
  codeSequence(0x00620003, segment.category),
  { tag: 0x00620004, vr: 'US', value: [number] },
  { tag: 0x00620005, vr: 'LO', value: segment.label.slice(0, 64) },
  { tag: 0x00620008, vr: 'CS', value: segment.isCorrected ? 'SEMIAUTOMATIC' : 'AUTOMATIC' },
  { tag: 0x00620009, vr: 'LO', value: segment.algorithm.slice(0, 64) },
  codeSequence(0x0062000f, segment.type),
  { tag: 0x00620020, vr: 'UT', value: segment.trackingId },
  { tag: 0x00620021, vr: 'UI', value: segment.trackingUid },
];

const referencedSeries = (seriesInstanceUid: string, segments: readonly Segment[]): ElementToWrite[] => {
  const images = new Map(
    segments.flatMap(({ frames }) => frames.map((frame) => [frame.sopInstanceUid, frame] as const)),
  );
  return [
    { tag: 0x0020000e, vr: 'UI', value: seriesInstanceUid },
    sequence(0x0008114a, ...[...images.values()].map(reference)),
  ];
};

/** PS3.3 C.7.6.17: frames ordered by segment, then by position. */
const dimensions = (uid: string): ElementToWrite[] => {
  const dimension = (pointer: number[], group: number[], label: string): ElementToWrite[] => [
    { tag: 0x00209164, vr: 'UI', value: uid },
    { tag: 0x00209165, vr: 'AT', value: pointer },
    { tag: 0x00209167, vr: 'AT', value: group },
    { tag: 0x00209421, vr: 'LO', value: label },
  ];
  return [
    sequence(0x00209221, [{ tag: 0x00209164, vr: 'UI', value: uid }]),
    sequence(
      0x00209222,
      dimension([0x0062, 0x000b], [0x0062, 0x000a], 'Segment'),
      dimension([0x0020, 0x0032], [0x0020, 0x9113], 'Position'),
    ),
  ];
};

/** One bit for each pixel, the first in the lowest bit, frames without gaps (PS3.5 section 8.1.1). */
function packed(masks: readonly Uint8Array[]): Uint8Array {
  const pixels = masks.reduce((sum, mask) => sum + mask.length, 0);
  const bits = new Uint8Array(Math.ceil(pixels / 8));
  let at = 0;
  for (const mask of masks)
    for (const pixel of mask) {
      if (pixel !== 0) bits[at >> 3]! |= 1 << (at & 7);
      at += 1;
    }
  return bits;
}
