import type { DataSet, Element } from 'dicom-parser';
import type { OpenDataSet } from '../files/data-set.ts';
import { ImagingError } from '../files/refusal.ts';
import { isImageStorage, isPresentationState, objectWithoutImage } from '../files/sop-classes.ts';
import { spacingOf } from '../measuring/spacing.ts';
import { readLookupTable } from '../pixels/lookup-table.ts';
import { correctionsOf, suvFactorOf, uptakeOf } from '../pixels/suv.ts';
import { textDecoderFor } from '../text/charset.ts';
import type { DicomHeader } from './header.ts';
import { isOrientation } from './orientation.ts';
import { readOverlayPlanes } from './overlay-planes.ts';
import { patientKeyOf } from './patient-key.ts';
import { readUltrasoundRegions } from './ultrasound-regions.ts';

/**
 * The header of a presentation state. It has no pixels: rows, columns and frames are 0, and what describes pixels is as for none.
 * @throws ImagingError NO_PIXEL_DATA for any other object
 */
export function readObjectHeader(open: OpenDataSet): DicomHeader {
  const { dataSet, bytes, layout } = open;
  const sopClassUid = string(dataSet, 'x00080016');
  if (!isPresentationState(sopClassUid ?? '')) throw refusalWithoutPixels(dataSet, sopClassUid ?? undefined);
  return { ...namesIn(dataSet, textOf(dataSet, bytes), patientKey(dataSet, bytes), layout), ...NO_PIXELS };
}

/**
 * The header of an image. For an enhanced multi-frame image, geometry, rescale and window are those of `frame` (0-based): its
 * own functional groups first, then the shared ones (PS3.3 C.7.6.16).
 * @throws ImagingError NO_PIXEL_DATA, TRUNCATED, PIXEL_DATA_MISMATCH, RESCALE_INVALID
 */
export function readHeader({ dataSet, bytes, layout }: OpenDataSet, frame = 0): DicomHeader {
  const pixel = dataSet.elements.x7fe00010 ?? dataSet.elements.x7fe00008 ?? dataSet.elements.x7fe00009;
  const sopClassUid = string(dataSet, 'x00080016');
  if (!pixel) throw refusalWithoutPixels(dataSet, sopClassUid ?? layout.mediaStorageSopClassUid);
  const decode = textOf(dataSet, bytes);
  const rows = dataSet.uint16('x00280010') ?? 0;
  const columns = dataSet.uint16('x00280011') ?? 0;
  if (rows === 0 || columns === 0) throw new ImagingError('PIXEL_DATA_MISMATCH', 'rows or columns are missing');
  const bitsAllocated = dataSet.uint16('x00280100') ?? 0;
  if (![1, 8, 16, 32, 64].includes(bitsAllocated))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'bits allocated are not usable');
  const { bitsStored, highBit } = storedBits(dataSet, bitsAllocated);
  const samplesPerPixel = dataSet.uint16('x00280002') ?? 1;
  if (![1, 3, 4].includes(samplesPerPixel))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'samples per pixel are not usable');
  const group = functionalGroups(dataSet, frame);
  const measures = group('x00289110');
  const position = group('x00209113');
  const orientation = group('x00209116');
  const value = group('x00289145');
  const voi = group('x00289132');
  const reconstruction = group('x00189314');
  const exposure = group('x00189325');
  const overlayPlanes = readOverlayPlanes(dataSet, decode);
  const patientOrientation = lettersIn(dataSet);
  const imagePositionPatientMm = (numbers(dataSet, 'x00200032', 3) ??
    (position ? numbers(position, 'x00200032', 3) : null)) as DicomHeader['imagePositionPatientMm'];
  const directions = numbers(dataSet, 'x00200037', 6) ?? (orientation ? numbers(orientation, 'x00200037', 6) : null);
  const imageOrientationPatient = (
    directions && isOrientation(directions) ? directions : null
  ) as DicomHeader['imageOrientationPatient'];
  const hasPlane = imagePositionPatientMm !== null && imageOrientationPatient !== null;
  const scannedSpacingMm = spacing(dataSet, 'x00182010');
  const trueSpacing = spacingOf({
    pixel: spacing(dataSet, 'x00280030') ?? (measures ? spacing(measures, 'x00280030') : null),
    imager: spacing(dataSet, 'x00181164'),
    scanned: scannedSpacingMm,
    calibration: string(dataSet, 'x00280a02'),
    hasPlane,
  });
  return {
    ...namesIn(dataSet, decode, patientKey(dataSet, bytes), layout),
    rows,
    columns,
    frames: Math.max(1, integer(dataSet, 'x00280008') ?? 1),
    samplesPerPixel,
    photometricInterpretation: string(dataSet, 'x00280004') ?? 'MONOCHROME2',
    bitsAllocated,
    bitsStored,
    highBit,
    pixelRepresentation: dataSet.uint16('x00280103') === 1 ? 1 : 0,
    planarConfiguration: dataSet.uint16('x00280006') ?? 0,
    pixelSpacingMm: trueSpacing && [trueSpacing.rowMm, trueSpacing.columnMm],
    pixelSpacingOf: trueSpacing?.of ?? null,
    ...(!hasPlane && { scannedSpacingMm }),
    ...(!trueSpacing && { pixelAspectRatio: spacing(dataSet, 'x00280034') ?? [1, 1] }),
    ...(!trueSpacing && mayHaveRegions(dataSet) && { ultrasoundRegions: readUltrasoundRegions(dataSet) }),
    sliceThicknessMm: number(dataSet, 'x00180050') ?? (measures ? number(measures, 'x00180050') : null),
    spacingBetweenSlicesMm: number(dataSet, 'x00180088') ?? (measures ? number(measures, 'x00180088') : null),
    imagePositionPatientMm,
    imageOrientationPatient,
    ...(patientOrientation && { patientOrientation }),
    gantryDetectorTiltDegrees: number(dataSet, 'x00181120'),
    rescaleSlope: rescale(dataSet, 'x00281053') ?? (value ? rescale(value, 'x00281053') : null) ?? 1,
    rescaleIntercept: rescale(dataSet, 'x00281052') ?? (value ? rescale(value, 'x00281052') : null) ?? 0,
    rescaleType: string(dataSet, 'x00281054') ?? (value ? string(value, 'x00281054') : null),
    hasModalityLut: hasItems(dataSet.elements.x00283000),
    hasVoiLut: hasItems(dataSet.elements.x00283010) || hasItems(voi?.elements.x00283010),
    windowCenter: numbers(dataSet, 'x00281050') ?? (voi && numbers(voi, 'x00281050')) ?? [],
    windowWidth: numbers(dataSet, 'x00281051') ?? (voi && numbers(voi, 'x00281051')) ?? [],
    voiLutFunction: functionNamed(string(dataSet, 'x00281056') ?? (voi ? string(voi, 'x00281056') : null)),
    suvFactor: suvFactorOf(dataSet),
    ...(string(dataSet, 'x00080060') === 'PT' && {
      uptake: uptakeOf(dataSet),
      petUnits: string(dataSet, 'x00541001'),
      petCorrections: correctionsOf(dataSet),
    }),
    convolutionKernel: string(dataSet, 'x00181210') ?? (reconstruction ? string(reconstruction, 'x00181210') : null),
    kvp: number(dataSet, 'x00180060') ?? (exposure ? number(exposure, 'x00180060') : null),
    contrastBolusAgent: Boolean(string(dataSet, 'x00180010')) || (dataSet.elements.x00180012?.items ?? []).length > 0,
    imageType: (dataSet.string('x00080008') ?? '').split('\\').filter(Boolean),
    viewPosition: string(dataSet, 'x00185101'),
    laterality: string(dataSet, 'x00200062') ?? string(dataSet, 'x00200060'),
    burnedInAnnotation: (['YES', 'NO'] as const).find((flag) => flag === string(dataSet, 'x00280301')) ?? null,
    lossyImageCompression: string(dataSet, 'x00282110') === '01',
    pixelPaddingValue: dataSet.elements.x00280120
      ? ((dataSet.uint16('x00280103') === 1 ? dataSet.int16('x00280120') : dataSet.uint16('x00280120')) ?? null)
      : null,
    ...((integer(dataSet, 'x00280008') ?? 1) > 1 && { frameMs: frameMsOf(dataSet) }),
    ...(overlayPlanes.length > 0 && { overlayPlanes }),
    pixelData: {
      offset: pixel.dataOffset,
      length: pixel.length,
      isEncapsulated:
        pixel.hadUndefinedLength === true || pixel.length === 0xffffffff || pixel.encapsulatedPixelData === true,
    },
  };
}

/** What the header of any instance says of patient, study, series and instance. */
function namesIn(
  dataSet: DataSet,
  decode: ReturnType<typeof textOf>,
  patientKey: string | null,
  { transferSyntaxUid }: OpenDataSet['layout'],
) {
  return {
    sopClassUid: string(dataSet, 'x00080016'),
    sopInstanceUid: string(dataSet, 'x00080018'),
    studyInstanceUid: string(dataSet, 'x0020000d'),
    seriesInstanceUid: string(dataSet, 'x0020000e'),
    frameOfReferenceUid: string(dataSet, 'x00200052'),
    transferSyntaxUid,
    modality: string(dataSet, 'x00080060'),
    bodyPartExamined: string(dataSet, 'x00180015'),
    studyDescription: decode('x00081030'),
    seriesDescription: decode('x0008103e'),
    studyDate: areDatesModified(dataSet) ? null : string(dataSet, 'x00080020'),
    manufacturer: decode('x00080070'),
    manufacturerModelName: decode('x00081090'),
    seriesNumber: integer(dataSet, 'x00200011'),
    instanceNumber: integer(dataSet, 'x00200013'),
    acquisitionNumber: integer(dataSet, 'x00200012'),
    patientSex: string(dataSet, 'x00100040'),
    patientAgeYears: statedAgeYears(dataSet) ?? ageOnStudyDate(dataSet),
    patientKey,
  };
}

const NO_PIXELS: Omit<DicomHeader, keyof ReturnType<typeof namesIn>> = {
  ...{ rows: 0, columns: 0, frames: 0, samplesPerPixel: 0, photometricInterpretation: '' },
  ...{ bitsAllocated: 0, bitsStored: 0, highBit: 0, pixelRepresentation: 0, planarConfiguration: 0 },
  ...{ pixelSpacingMm: null, pixelSpacingOf: null, scannedSpacingMm: null },
  ...{ sliceThicknessMm: null, spacingBetweenSlicesMm: null },
  ...{ imagePositionPatientMm: null, imageOrientationPatient: null, gantryDetectorTiltDegrees: null },
  ...{ rescaleSlope: 1, rescaleIntercept: 0, rescaleType: null, hasModalityLut: false, hasVoiLut: false },
  ...{ windowCenter: [], windowWidth: [], voiLutFunction: null, suvFactor: null, convolutionKernel: null, kvp: null },
  ...{ contrastBolusAgent: false, imageType: [], viewPosition: null, laterality: null, burnedInAnnotation: null },
  ...{ lossyImageCompression: false, pixelPaddingValue: null },
  pixelData: { offset: 0, length: 0, isEncapsulated: false },
};

/** By Recommended Display Frame Rate, Cine Rate or Frame Time (PS3.3 C.7.6.5). */
function frameMsOf(dataSet: DataSet): number | null {
  const perSecond = [number(dataSet, 'x00082144'), number(dataSet, 'x00180040')].find((rate) => (rate ?? 0) > 0);
  const ms = perSecond ? 1000 / perSecond : number(dataSet, 'x00181063');
  return ms !== null && ms > 0 ? ms : null;
}

/** The refusal for a file without Pixel Data: an object that has none, or an image that is cut off before it. */
function refusalWithoutPixels(dataSet: DataSet, sopClassUid: string | undefined): ImagingError {
  const isCutBeforeRows = dataSet.elements.x00280010 === undefined;
  if (sopClassUid && isImageStorage(sopClassUid) && isCutBeforeRows)
    return new ImagingError('TRUNCATED', 'the file ends before its image');
  const what = (sopClassUid && objectWithoutImage(sopClassUid)) || 'an object without an image';
  return new ImagingError('NO_PIXEL_DATA', `the file is ${what}`);
}

/** The first Modality LUT and VOI LUT of a frame, if it has any. @throws ImagingError PIXEL_DATA_MISMATCH */
export function readLookupTables({ dataSet }: Pick<OpenDataSet, 'dataSet'>, header: DicomHeader, frame: number) {
  const { elements } = dataSet;
  const ofFrame = functionalGroups(dataSet, frame)('x00289132')?.elements.x00283010;
  const isSigned = header.pixelRepresentation === 1;
  const modalityLut = readLookupTable(elements.x00283000, isSigned);
  // The output of a Modality LUT is never negative (PS3.3 C.11.1.1.1).
  const isInputSigned = !modalityLut && (isSigned || header.rescaleIntercept < 0);
  return { modalityLut, voiLut: readLookupTable(elements.x00283010 ?? ofFrame, isInputSigned) };
}

/** Patient Orientation (0020,0020): towards what rows and columns lead; up to three letters each, the main one first. */
function lettersIn(dataSet: DataSet): [string, string] | null {
  const [row = '', column = ''] = (dataSet.string('x00200020') ?? '').split('\\').map((part) => part.trim());
  const isKnown = [row, column].every((letters) => /^[ARLPHF]{1,3}$/.test(letters));
  return isKnown ? [row, column] : null;
}

const mayHaveRegions = (dataSet: DataSet): boolean =>
  string(dataSet, 'x00080060') === 'US' || hasItems(dataSet.elements.x00186011);

const hasItems = (element: Element | undefined): boolean => (element?.items?.length ?? 0) > 0;

const functionNamed = (name: string | null): DicomHeader['voiLutFunction'] =>
  (['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const).find((known) => known === name) ?? null;

/** Longitudinal Temporal Information Modified (PS3.3 C.12.1): de-identification moved the dates. */
const areDatesModified = (dataSet: DataSet): boolean => string(dataSet, 'x00280303') === 'MODIFIED';

/** Bits Stored and High Bit if they are plausible, otherwise all allocated bits (PS3.3 C.7.6.3). */
function storedBits(dataSet: DataSet, bitsAllocated: number): { bitsStored: number; highBit: number } {
  const stored = dataSet.uint16('x00280101') ?? 0;
  const bitsStored = stored >= 1 && stored <= bitsAllocated ? stored : bitsAllocated;
  const high = dataSet.uint16('x00280102') ?? 0;
  return { bitsStored, highBit: high >= bitsStored - 1 && high < bitsAllocated ? high : bitsStored - 1 };
}

/** Looks up a macro in the functional groups of one frame, then in the shared ones. */
function functionalGroups(dataSet: DataSet, frame: number): (macro: string) => DataSet | undefined {
  const own = dataSet.elements.x52009230?.items?.[frame]?.dataSet;
  const shared = dataSet.elements.x52009229?.items?.[0]?.dataSet;
  return (macro) => (own?.elements[macro] ?? shared?.elements[macro])?.items?.[0]?.dataSet;
}

const string = (dataSet: DataSet, tag: string): string | null => dataSet.string(tag)?.split('\\')[0]?.trim() || null;

const number = (dataSet: DataSet, tag: string): number | null => {
  const value = Number.parseFloat(dataSet.string(tag) ?? '');
  return Number.isFinite(value) ? value : null;
};

/** A Decimal String (PS3.5 section 6.2). */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?$/i;
/** By another slope or intercept than that of the file every value would be wrong. @throws ImagingError RESCALE_INVALID */
function rescale(dataSet: DataSet, tag: string): number | null {
  const text = string(dataSet, tag);
  if (text && !DECIMAL.test(text)) throw new ImagingError('RESCALE_INVALID', 'the rescale is not a number');
  return number(dataSet, tag);
}

/** An Integer String is a 32-bit number (PS3.5 section 6.2); what is beyond is none. */
const integer = (dataSet: DataSet, tag: string): number | null => {
  const value = number(dataSet, tag);
  return value === null || Math.abs(value) > 2 ** 31 - 1 ? null : Math.trunc(value);
};

function numbers(dataSet: DataSet, tag: string, count?: number): number[] | null {
  const text = dataSet.string(tag);
  if (!text) return null;
  const values = text.split('\\').map(Number.parseFloat);
  if (values.some((value) => !Number.isFinite(value)) || (count !== undefined && values.length < count)) return null;
  return count === undefined ? values : values.slice(0, count);
}

function spacing(dataSet: DataSet, tag: string): [number, number] | null {
  const [row, column] = numbers(dataSet, tag, 2) ?? [];
  return row !== undefined && column !== undefined && row > 0 && column > 0 ? [row, column] : null;
}

/** Age String (PS3.5 section 6.2, AS): nnnD, nnnW, nnnM, nnnY; also without leading zeros, as some files have it. */
function statedAgeYears(dataSet: DataSet): number | null {
  const match = /^(\d{1,3})([DWMY])$/.exec(string(dataSet, 'x00101010') ?? '');
  if (!match) return null;
  const perYear = { D: 365.25, W: 52.18, M: 12, Y: 1 }[match[2] as 'D' | 'W' | 'M' | 'Y'];
  return Number(match[1]) / perYear;
}

/** An older age means that the date is a placeholder for an unknown one. */
const MOST_YEARS = 130;

/**
 * From Patient's Birth Date (PS3.3 C.7.1.1) and Study Date (PS3.3 C.7.2.1), neither of them moved. In full years, because
 * more precision would reveal the birthday. Two equal dates are placeholders: an adult would be a newborn.
 */
function ageOnStudyDate(dataSet: DataSet): number | null {
  if (areDatesModified(dataSet)) return null;
  const [birth, study] = [dateNumber(dataSet, 'x00100030'), dateNumber(dataSet, 'x00080020')];
  if (birth === null || study === null || birth >= study) return null;
  // As numbers YYYYMMDD, equal days of two years differ by a multiple of ten thousand.
  const years = Math.floor((study - birth) / 10_000);
  return years <= MOST_YEARS ? years : null;
}

/** A date (DA, PS3.5 section 6.2; with dots before 1993) as the number YYYYMMDD. */
function dateNumber(dataSet: DataSet, tag: string): number | null {
  const match = /^(\d{4})(\.?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])$/.exec(string(dataSet, tag) ?? '');
  return match && Number(`${match[1]}${match[3]}${match[4]}`);
}

/** Decodes texts by tag in the character set of the data set, without padding. */
export function textOf(dataSet: DataSet, bytes: Uint8Array): (tag: string) => string | null {
  const decode = textDecoderFor(dataSet.string('x00080005')) ?? textDecoderFor(undefined);
  return (tag) => {
    const element = dataSet.elements[tag];
    if (!element || element.length === 0) return null;
    const text = decode(bytes.subarray(element.dataOffset, element.dataOffset + element.length));
    return text.replace(/[\0 ]+$/, '').trim() || null;
  };
}

function patientKey(dataSet: DataSet, bytes: Uint8Array): string | null {
  const bytesOf = (tag: string) => {
    const element = dataSet.elements[tag];
    return element ? bytes.subarray(element.dataOffset, element.dataOffset + element.length) : new Uint8Array();
  };
  return patientKeyOf([bytesOf('x00100020'), bytesOf('x00100010'), bytesOf('x00100030')]);
}
