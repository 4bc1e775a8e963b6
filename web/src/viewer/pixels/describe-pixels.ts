import { type dicomweb, isToldInHounsfield } from '@duai/contract';
import { type Spacing, spacingOf, type WindowFunction } from '@duai/imaging/browser';

/** The description of an image whose stored values the browser receives. */
export interface PixelDescription {
  readonly sopInstanceUid: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly isColor: boolean;
  readonly bitsAllocated: 8 | 16 | 32;
  /** As many as are allocated where it is absent. */
  readonly bitsStored?: number;
  readonly isSigned: boolean;
  /** MONOCHROME1: the lowest value is white. */
  readonly isInverted: boolean;
  readonly slope: number;
  readonly intercept: number;
  readonly windowFunction: WindowFunction | null;
  /** The window in the file, to recognise whether a window is the file's own. */
  readonly fileWindow: { readonly center: number; readonly width: number } | null;
  readonly unit: string | null;
  readonly spacing: Spacing | null;
  /** Direction of the rows and of the columns in patient coordinates (PS3.3 C.7.6.2.1.1). */
  readonly orientation: readonly number[] | null;
  /** Centre of the first pixel in patient coordinates, mm (PS3.3 C.7.6.2.1.1). */
  readonly position: readonly number[] | null;
  readonly frameOfReferenceUid: string | null;
  /** Side of a paired body part, R or L (PS3.3 C.7.3.1.1.1). */
  readonly laterality: string | null;
}

/**
 * Multi-frame images may convert the values of each frame differently (PS3.3 C.7.6.16), but their metadata describe only the
 * first. In these kinds all frames are converted alike: ultrasound, secondary capture, X-ray angiography and fluoroscopy.
 */
const ALIKE_FRAMES = [
  '1.2.840.10008.5.1.4.1.1.3.1',
  '1.2.840.10008.5.1.4.1.1.7',
  '1.2.840.10008.5.1.4.1.1.12.1',
  '1.2.840.10008.5.1.4.1.1.12.2',
];

/**
 * The description from WADO-RS metadata; null if stored values alone do not give the picture (a lookup table in the file,
 * frames that differ, values of more than 16 bits that may be fractions), in which case the server draws it.
 */
export function describePixels(metadata: dicomweb.DicomJson): PixelDescription | null {
  const values = (tag: string): readonly unknown[] => metadata[tag]?.Value ?? [];
  const number = (tag: string): number | null => {
    const [value] = values(tag);
    return value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);
  };
  const text = (tag: string): string | null => {
    const [value] = values(tag);
    return typeof value === 'string' ? value : null;
  };
  const [rows, columns, bitsAllocated] = [number('00280010'), number('00280011'), number('00280100')];
  const sopInstanceUid = text('00080018');
  const frames = number('00280008') ?? 1;
  const bringsTables = metadata['00283000'] !== undefined || metadata['00283010'] !== undefined;
  const isOfAlikeFrames = frames === 1 || ALIKE_FRAMES.some((uid) => isKind(text('00080016'), uid));
  if (!rows || !columns || !sopInstanceUid || bringsTables || !isOfAlikeFrames) return null;
  if (bitsAllocated !== 8 && bitsAllocated !== 16) return null;
  const photometric = text('00280004');
  const isColor = photometric === 'RGB';
  if (!isColor && photometric !== 'MONOCHROME1' && photometric !== 'MONOCHROME2') return null;
  const [center, width] = [number('00281050'), number('00281051')];
  const windowFunction = text('00281056');
  const vector = (tag: string, length: number) => {
    const numbers = values(tag).map(Number);
    return numbers.length === length && numbers.every(Number.isFinite) ? numbers : null;
  };
  const isSigned = number('00280103') === 1;
  const intercept = number('00281052') ?? 0;
  return {
    sopInstanceUid,
    rows,
    columns,
    frames,
    isColor,
    bitsAllocated,
    bitsStored: number('00280101') ?? bitsAllocated,
    isSigned,
    isInverted: photometric === 'MONOCHROME1',
    slope: number('00281053') ?? 1,
    intercept,
    windowFunction: windowFunction === 'LINEAR_EXACT' || windowFunction === 'SIGMOID' ? windowFunction : null,
    fileWindow: center !== null && width !== null ? { center, width } : null,
    unit: isToldInHounsfield({
      modality: text('00080060'),
      seriesDescription: text('0008103E'),
      imageType: values('00080008').map(String),
      rescaleType: text('00281054'),
      rescaleIntercept: intercept,
      pixelRepresentation: isSigned ? 1 : 0,
    })
      ? 'HU'
      : null,
    spacing: spacingOf(pairIn(values('00280030')), pairIn(values('00181164')), text('00280A02')),
    orientation: vector('00200037', 6),
    position: vector('00200032', 3),
    frameOfReferenceUid: text('00200052'),
    laterality: text('00200060'),
  };
}

const isKind = (sopClass: string | null, uid: string): boolean =>
  sopClass === uid || sopClass?.startsWith(`${uid}.`) === true;

function pairIn(values: readonly unknown[]): [number, number] | null {
  const [rowMm = 0, columnMm = 0] = values.map(Number);
  return rowMm > 0 && columnMm > 0 ? [rowMm, columnMm] : null;
}
