import { PRESENTATION_STATE } from '../files/sop-classes.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { decimal, type ImageReference, reference, sequence } from './content-items.ts';
import { dateAndTime, type ObjectNames, objectElements } from './document.ts';
import type { Point } from './outlines.ts';

const LAYER = 'DUAI';
/** The length of FL has 16 bits in an explicit data set: 8,191 points are the most of one value. */
const MOST_POINTS = 8000;
/** Graphic layers are drawn in this colour where colours are shown: CIELab of amber (PS3.3 C.10.7.1.1). */
const COLOUR = [45_875, 37_265, 51_914];

export interface AnnotatedImage extends ImageReference {
  /** Closed lines. */
  outlines: readonly (readonly Point[])[];
  /** What is outlined, beside it. */
  labels: readonly { at: Point; text: string }[];
  /** Lines of text at the top left corner. */
  text: readonly string[];
}

/** What an algorithm found on images of one series, as graphics that a viewer draws over them. */
export interface PresentationState extends ObjectNames {
  /** Name and version of the algorithm; what it is not for. */
  description: string;
  softwareVersion: string;
  seriesOfImages: string;
  columns: number;
  rows: number;
  /** Between rows, between columns. */
  pixelSpacingMm: readonly [number, number] | null;
  /** Stored values to modality values, the same for all images. */
  rescale: { slope: number; intercept: number; type: string } | null;
  window: { center: number; width: number } | null;
  isInverted: boolean;
  images: readonly AnnotatedImage[];
}

/**
 * A grayscale softcopy presentation state (PS3.3 A.33.1) in the study of `sourceFile`, a Part 10 file of one of its images.
 * @throws ImagingError if `sourceFile` cannot be parsed
 */
export function writePresentationState(state: PresentationState, sourceFile: Uint8Array): Uint8Array {
  const { elements, utcOffset } = objectElements(state, sourceFile, {
    sopClassUid: PRESENTATION_STATE,
    modality: 'PR',
    seriesNumber: '9907',
  });
  const { date, time } = dateAndTime(state.at, utcOffset);
  const { columns, rows, pixelSpacingMm, rescale, window, images } = state;
  // Content date and time belong to other objects; a presentation state has its creation instead.
  const own = elements.filter(({ tag }) => tag !== 0x00080023 && tag !== 0x00080033);
  return writePart10([
    ...own,
    { tag: 0x00081090, vr: 'LO', value: 'DUAI' },
    sequence(0x00081115, [
      { tag: 0x0020000e, vr: 'UI', value: state.seriesOfImages },
      sequence(0x00081140, ...referencedOnce(images)),
    ]),
    { tag: 0x00181020, vr: 'LO', value: state.softwareVersion },
    { tag: 0x00200060, vr: 'CS', value: '' },
    ...(rescale
      ? ([
          { tag: 0x00281052, vr: 'DS', value: decimal(rescale.intercept) },
          { tag: 0x00281053, vr: 'DS', value: decimal(rescale.slope) },
          { tag: 0x00281054, vr: 'LO', value: rescale.type },
        ] as const)
      : []),
    ...(window
      ? [
          sequence(0x00283110, [
            { tag: 0x00281050, vr: 'DS', value: decimal(window.center) },
            { tag: 0x00281051, vr: 'DS', value: decimal(window.width) },
          ]),
        ]
      : []),
    sequence(0x00700001, ...images.map(annotation)),
    sequence(0x0070005a, [
      { tag: 0x00700052, vr: 'SL', value: longs(1, 1) },
      { tag: 0x00700053, vr: 'SL', value: longs(columns, rows) },
      { tag: 0x00700100, vr: 'CS', value: 'SCALE TO FIT' },
      pixelSpacingMm
        ? { tag: 0x00700101, vr: 'DS', value: pixelSpacingMm.map(decimal).join('\\') }
        : { tag: 0x00700102, vr: 'IS', value: '1\\1' },
    ]),
    sequence(0x00700060, [
      { tag: 0x00700002, vr: 'CS', value: LAYER },
      { tag: 0x00700062, vr: 'IS', value: '1' },
      { tag: 0x00700066, vr: 'US', value: [0xffff] },
      { tag: 0x00700401, vr: 'US', value: COLOUR },
      { tag: 0x00700068, vr: 'LO', value: state.description.slice(0, 64) },
    ]),
    { tag: 0x00700080, vr: 'CS', value: 'AI_FINDINGS' },
    { tag: 0x00700081, vr: 'LO', value: state.description.slice(0, 64) },
    { tag: 0x00700082, vr: 'DA', value: date },
    { tag: 0x00700083, vr: 'TM', value: time },
    { tag: 0x00700084, vr: 'PN', value: '' },
    { tag: 0x20500020, vr: 'CS', value: state.isInverted ? 'INVERSE' : 'IDENTITY' },
  ]);
}

/** Each image once, with all its frames that are annotated. */
function referencedOnce(images: readonly AnnotatedImage[]): ElementToWrite[][] {
  return [...Map.groupBy(images, ({ sopInstanceUid }) => sopInstanceUid).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const frames = same.flatMap(({ frame }) => (frame == null ? [] : [frame + 1]));
    return [
      [
        ...reference(first),
        ...(frames.length > 0 ? [{ tag: 0x00081160, vr: 'IS', value: frames.join('\\') } as const] : []),
      ],
    ];
  });
}

const LEFT: Point = [0.01, 0.01];
const RIGHT: Point = [0.7, 0.2];

function annotation({ outlines, labels, text, ...image }: AnnotatedImage): ElementToWrite[] {
  const lines = outlines.flatMap(inPieces);
  const texts = [
    ...(text.length > 0
      ? [
          [
            { tag: 0x00700003, vr: 'CS', value: 'DISPLAY' } as const,
            { tag: 0x00700006, vr: 'ST', value: text.join('\r\n').slice(0, 1024) } as const,
            { tag: 0x00700010, vr: 'FL', value: floats([LEFT]) } as const,
            { tag: 0x00700011, vr: 'FL', value: floats([RIGHT]) } as const,
            { tag: 0x00700012, vr: 'CS', value: 'LEFT' } as const,
          ],
        ]
      : []),
    ...labels.map(({ at, text: label }) => [
      { tag: 0x00700004, vr: 'CS', value: 'PIXEL' } as const,
      { tag: 0x00700006, vr: 'ST', value: label } as const,
      { tag: 0x00700014, vr: 'FL', value: floats([at]) } as const,
      { tag: 0x00700015, vr: 'CS', value: 'N' } as const,
    ]),
  ];
  return [
    sequence(0x00081140, [
      ...reference(image),
      ...(image.frame == null ? [] : [{ tag: 0x00081160, vr: 'IS', value: String(image.frame + 1) } as const]),
    ]),
    { tag: 0x00700002, vr: 'CS', value: LAYER },
    ...(texts.length > 0 ? [sequence(0x00700008, ...texts)] : []),
    ...(lines.length > 0
      ? [
          sequence(
            0x00700009,
            ...lines.map((points): ElementToWrite[] => [
              { tag: 0x00700005, vr: 'CS', value: 'PIXEL' },
              { tag: 0x00700020, vr: 'US', value: [2] },
              { tag: 0x00700021, vr: 'US', value: [points.length] },
              { tag: 0x00700022, vr: 'FL', value: floats(points) },
              { tag: 0x00700023, vr: 'CS', value: 'POLYLINE' },
              { tag: 0x00700024, vr: 'CS', value: 'N' },
            ]),
          ),
        ]
      : []),
  ];
}

/** A closed line in values that each fit their length; each begins where the one before ended. */
function inPieces(points: readonly Point[]): Point[][] {
  const [first] = points;
  const closed = first ? [...points, first] : [];
  const pieces: Point[][] = [];
  for (let at = 0; at < closed.length - 1; at += MOST_POINTS - 1) pieces.push(closed.slice(at, at + MOST_POINTS));
  return pieces;
}

function floats(points: readonly Point[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(points.length * 8));
  for (const [index, [column, row]] of points.entries()) {
    view.setFloat32(index * 8, column, true);
    view.setFloat32(index * 8 + 4, row, true);
  }
  return new Uint8Array(view.buffer);
}

function longs(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}
