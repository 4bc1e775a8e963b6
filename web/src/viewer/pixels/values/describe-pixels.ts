import { type dicomweb, isToldInHounsfield } from '@duai/contract';
import {
  calibratedRegions,
  isOrientation,
  type PixelShape,
  type PresentedTable,
  spacingOf,
  type UltrasoundRegion,
  type WindowFunction,
} from '@duai/imaging/browser';
import { petUnitOf } from './pet-units.ts';

/** The description of an image whose stored values the browser receives. */
export interface PixelDescription extends PixelShape {
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
  /** Takes the place of slope and intercept (PS3.3 C.11.1). */
  readonly modalityTable?: PresentedTable | undefined;
  /** The image opens with it (PS3.3 C.11.2). */
  readonly voiTable?: PresentedTable | undefined;
  readonly windowFunction: WindowFunction | null;
  /** The window in the file, to recognise whether a window is the file's own. */
  readonly fileWindow: { readonly center: number; readonly width: number } | null;
  readonly unit: string | null;
  /** Of PET, whether its values were corrected for attenuation; absent where the metadata do not say. */
  readonly isAttenuationCorrected?: boolean;
  /** Direction of the rows and of the columns in patient coordinates (PS3.3 C.7.6.2.1.1). */
  readonly orientation: readonly number[] | null;
  /** The same told in letters, of a film (PS3.3 C.7.6.1.1.1): without angles, so it places nothing in the patient. */
  readonly facing?: readonly number[] | null;
  /** Centre of the first pixel in patient coordinates, mm (PS3.3 C.7.6.2.1.1). */
  readonly position: readonly number[] | null;
  /** Slice Thickness (0018,0050), mm; of a computed plane that of its slab. */
  readonly thicknessMm?: number | undefined;
  readonly frameOfReferenceUid: string | null;
  /** Side of a paired body part, R or L (PS3.3 C.7.3.1.1.1). */
  readonly laterality: string | null;
  /** As the file names the projection: CC, MLO, PA. */
  readonly viewPosition?: string | null;
  /** How long each frame is shown when they are played, ms (Frame Time, PS3.3 C.7.6.5). */
  readonly frameMs?: number | null;
  /** Of an image whose frames are placed and shown each in its own way (PS3.3 C.7.6.16): one for each frame. */
  readonly each?: readonly PixelDescription[];
  /** This is one of those frames. */
  readonly isOfFrame?: true;
  /** A plane of a slab: each value is the greatest one across its thickness. */
  readonly isMaximum?: boolean;
  /** It is that of the whole volume: the place along its normal says nothing. */
  readonly isWholeDepth?: boolean;
  /** Of a plane that reaches beyond its volume: whether a pixel shows any of it. */
  readonly isWithin?: (column: number, row: number) => boolean;
}

/** The description of a frame (from 0) of an image. */
export const ofFrame = (description: PixelDescription | undefined, frame: number): PixelDescription | undefined =>
  description?.each ? description.each[frame] : description;

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

const isOfAlikeFrames = (metadata: dicomweb.DicomJson): boolean =>
  Number(metadata['00280008']?.Value?.[0] ?? 1) === 1 ||
  ALIKE_FRAMES.some((uid) => isKind(metadata['00080016']?.Value?.[0], uid));

const TABLES = ['00283000', '00283010'] as const;

/** Whether metadata of its series say too little of an image: it has lookup tables, or frames that differ. */
export const needsOwnMetadata = (metadata: dicomweb.DicomJson): boolean =>
  !isOfAlikeFrames(metadata) || TABLES.some((tag) => metadata[tag] !== undefined);

/** Pixel Spacing, Imager Pixel Spacing, Nominal Scanned Pixel Spacing. */
const SPACINGS = ['00280030', '00181164', '00182010'] as const;

/**
 * Whether an image was stored before the aspect ratio of its pixels was read, or the regions of ultrasound, which its own
 * metadata have.
 */
export function lacksPixelShape(metadata: dicomweb.DicomJson): boolean {
  if (SPACINGS.some((tag) => metadata[tag])) return false;
  return !metadata['00280034'] || (metadata['00080060']?.Value?.[0] === 'US' && metadata['00186011'] === undefined);
}

/**
 * The description from WADO-RS metadata; null if stored values alone do not give the picture (a table that is named only,
 * frames that differ and are not described, values of more than 16 bits that may be fractions), in which case the server
 * draws it.
 */
export function describePixels(metadata: dicomweb.DicomJson): PixelDescription | null {
  if (isOfAlikeFrames(metadata)) return describeOne(metadata);
  const groups = itemsOf(metadata, '52009230');
  const each = groups.map((group) => describeOne({ ...metadata, ...flat(group) }));
  const [first] = each;
  if (!first || each.length < first.frames) return null;
  const all = each.flatMap((one) => (one ? [{ ...one, isOfFrame: true as const }] : []));
  return all.length === each.length ? { ...first, each: all } : null;
}

const itemsOf = (metadata: dicomweb.DicomJson, tag: string) =>
  (metadata[tag]?.Value ?? []) as readonly dicomweb.DicomJson[];

/** The attributes of a frame's functional groups, each of which has one item. */
const flat = (group: dicomweb.DicomJson): dicomweb.DicomJson =>
  Object.assign({}, ...Object.keys(group).map((macro) => itemsOf(group, macro)[0]));

/** One for all frames of an image. */
const tables = new WeakMap<dicomweb.DicomJsonAttribute, PresentedTable>();

/** Null where the table is named only; undefined where there is none. */
function tableIn(metadata: dicomweb.DicomJson, tag: string): PresentedTable | null | undefined {
  const { [tag]: found } = metadata;
  if (!found || tables.has(found)) return found && tables.get(found);
  const [item] = itemsOf(metadata, tag);
  const [, firstMapped, bits] = (item?.['00283002']?.Value ?? []).map(Number);
  const entries = item?.['00283006']?.Value;
  if (firstMapped === undefined || bits === undefined || !entries?.length) return null;
  const table = { firstMapped, bits, entries: entries.map(Number) };
  tables.set(found, table);
  return table;
}

function describeOne(metadata: dicomweb.DicomJson): PixelDescription | null {
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
  const [modalityTable, voiTable] = TABLES.map((tag) => tableIn(metadata, tag));
  if (!rows || !columns || !sopInstanceUid || modalityTable === null || voiTable === null) return null;
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
  const aspectRatio = pairIn(values('00280034'));
  const [pixel = null, imager = null, scanned = null] = SPACINGS.map((tag) => pairIn(values(tag)));
  const [directions, position] = [vector('00200037', 6), vector('00200032', 3)];
  // Headers that were stored before these were read have others too.
  const orientation = directions && isOrientation(directions) ? directions : null;
  const hasPlane = orientation !== null && position !== null;
  const spacing = spacingOf({ pixel, imager, scanned, calibration: text('00280A02'), hasPlane });
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
    modalityTable,
    voiTable,
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
      : petUnitOf(metadata),
    ...(metadata['00280051'] && { isAttenuationCorrected: values('00280051').includes('ATTN') }),
    spacing,
    ...(aspectRatio && { statedAspect: aspectRatio[0] / aspectRatio[1] }),
    ...(!spacing && metadata['00186011'] && { regions: calibratedRegions(regionsIn(metadata), { columns, rows }) }),
    orientation,
    facing: facingOf(values('00200020')),
    position,
    thicknessMm: number('00180050') ?? undefined,
    frameOfReferenceUid: text('00200052'),
    // U is said of what is not paired.
    laterality: ['R', 'L', 'B'].find((side) => side === text('00200060')) ?? null,
    viewPosition: text('00185101'),
    frameMs: number('00181063'),
  };
}

/** Sequence of Ultrasound Regions (PS3.3 C.8.5.5). */
function regionsIn(metadata: dicomweb.DicomJson): UltrasoundRegion[] {
  return itemsOf(metadata, '00186011').map((item) => {
    const number = (tag: string) => Number(item[`001860${tag}`]?.Value?.[0] ?? Number.NaN);
    return {
      format: number('12'),
      bounds: [number('18'), number('1A'), number('1C'), number('1E')],
      units: [number('24'), number('26')],
      delta: [number('2C'), number('2E')],
    };
  });
}

/** Patient coordinates grow to the left, to the back and to the head (PS3.3 C.7.6.2.1.1). */
const AXES: Readonly<Record<string, readonly [axis: 0 | 1 | 2, sign: 1 | -1]>> = {
  L: [0, 1],
  R: [0, -1],
  P: [1, 1],
  A: [1, -1],
  H: [2, 1],
  F: [2, -1],
};
/** Of the first, second and third letter. */
const WEIGHTS = [1, 0.6, 0.4];

/** Directions of rows and columns from their letters, as six numbers; null where they are not two. */
function facingOf(letters: readonly unknown[]): readonly number[] | null {
  if (letters.length !== 2) return null;
  return letters.flatMap((towards) => {
    const direction = [0, 0, 0];
    for (const [at, letter] of [...String(towards)].entries()) {
      const [axis, sign] = AXES[letter] ?? [];
      if (axis !== undefined && sign !== undefined) direction[axis] = sign * (WEIGHTS[at] ?? 0);
    }
    return direction;
  });
}

const isKind = (sopClass: unknown, uid: string): boolean =>
  sopClass === uid || (typeof sopClass === 'string' && sopClass.startsWith(`${uid}.`));

function pairIn(values: readonly unknown[]): [number, number] | null {
  const [rowMm = 0, columnMm = 0] = values.map(Number);
  return rowMm > 0 && columnMm > 0 ? [rowMm, columnMm] : null;
}
