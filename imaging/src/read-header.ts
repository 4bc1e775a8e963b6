import type { DataSet } from 'dicom-parser';
import { textDecoderFor } from './charset.ts';
import type { OpenDataSet } from './data-set.ts';
import type { DicomHeader } from './header.ts';
import { ImagingError } from './refusal.ts';

const NO_IMAGE: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.3.10': 'a directory of a disc (DICOMDIR)',
  '1.2.840.10008.5.1.4.1.1.104.1': 'an encapsulated PDF',
  '1.2.840.10008.5.1.4.1.1.481.3': 'a radiotherapy structure set',
  '1.2.840.10008.5.1.4.1.1.481.5': 'a radiotherapy plan',
};

/** @throws ImagingError NO_PIXEL_DATA, PIXEL_DATA_MISMATCH */
export function readHeader({ dataSet, bytes, transferSyntaxUid }: OpenDataSet): DicomHeader {
  const pixel = dataSet.elements.x7fe00010 ?? dataSet.elements.x7fe00008 ?? dataSet.elements.x7fe00009;
  const sopClassUid = string(dataSet, 'x00080016');
  if (!pixel) {
    const what = NO_IMAGE[sopClassUid ?? ''] ?? 'an object without an image';
    throw new ImagingError('NO_PIXEL_DATA', `the file is ${what}`);
  }
  const decode = textOf(dataSet, bytes);
  const rows = dataSet.uint16('x00280010') ?? 0;
  const columns = dataSet.uint16('x00280011') ?? 0;
  if (rows === 0 || columns === 0) throw new ImagingError('PIXEL_DATA_MISMATCH', 'rows or columns are missing');
  const bitsAllocated = dataSet.uint16('x00280100') ?? 0;
  if (![1, 8, 16, 32, 64].includes(bitsAllocated))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'bits allocated are not usable');
  const shared = dataSet.elements.x52009229?.items?.[0]?.dataSet;
  const measures = shared?.elements.x00289110?.items?.[0]?.dataSet;
  const orientation = shared?.elements.x00209116?.items?.[0]?.dataSet;
  const value = shared?.elements.x00289145?.items?.[0]?.dataSet;
  const patientSpacing = numbers(dataSet, 'x00280030', 2) ?? (measures && numbers(measures, 'x00280030', 2));
  const imagerSpacing = numbers(dataSet, 'x00181164', 2);
  return {
    sopClassUid,
    sopInstanceUid: string(dataSet, 'x00080018'),
    studyInstanceUid: string(dataSet, 'x0020000d'),
    seriesInstanceUid: string(dataSet, 'x0020000e'),
    frameOfReferenceUid: string(dataSet, 'x00200052'),
    transferSyntaxUid,
    modality: string(dataSet, 'x00080060'),
    bodyPartExamined: string(dataSet, 'x00180015'),
    studyDescription: decode('x00081030'),
    seriesDescription: decode('x0008103e'),
    studyDate: string(dataSet, 'x00080020'),
    manufacturer: decode('x00080070'),
    manufacturerModelName: decode('x00081090'),
    seriesNumber: integer(dataSet, 'x00200011'),
    instanceNumber: integer(dataSet, 'x00200013'),
    acquisitionNumber: integer(dataSet, 'x00200012'),
    patientSex: string(dataSet, 'x00100040'),
    patientAgeYears: ageYears(dataSet),
    patientKey: patientKey(dataSet, bytes),
    rows,
    columns,
    frames: Math.max(1, integer(dataSet, 'x00280008') ?? 1),
    samplesPerPixel: dataSet.uint16('x00280002') ?? 1,
    photometricInterpretation: string(dataSet, 'x00280004') ?? 'MONOCHROME2',
    bitsAllocated,
    bitsStored: dataSet.uint16('x00280101') ?? bitsAllocated,
    highBit: dataSet.uint16('x00280102') ?? bitsAllocated - 1,
    pixelRepresentation: dataSet.uint16('x00280103') === 1 ? 1 : 0,
    planarConfiguration: dataSet.uint16('x00280006') ?? 0,
    pixelSpacingMm: (patientSpacing ?? imagerSpacing ?? null) as [number, number] | null,
    pixelSpacingOf: patientSpacing ? 'patient' : imagerSpacing ? 'imager' : null,
    sliceThicknessMm: number(dataSet, 'x00180050') ?? (measures ? number(measures, 'x00180050') : null),
    spacingBetweenSlicesMm: number(dataSet, 'x00180088'),
    imagePositionPatientMm: numbers(dataSet, 'x00200032', 3) as DicomHeader['imagePositionPatientMm'],
    imageOrientationPatient: (numbers(dataSet, 'x00200037', 6) ??
      (orientation ? numbers(orientation, 'x00200037', 6) : null)) as DicomHeader['imageOrientationPatient'],
    gantryDetectorTiltDegrees: number(dataSet, 'x00181120'),
    rescaleSlope: number(dataSet, 'x00281053') ?? (value ? number(value, 'x00281053') : null) ?? 1,
    rescaleIntercept: number(dataSet, 'x00281052') ?? (value ? number(value, 'x00281052') : null) ?? 0,
    rescaleType: string(dataSet, 'x00281054'),
    windowCenter: numbers(dataSet, 'x00281050') ?? [],
    windowWidth: numbers(dataSet, 'x00281051') ?? [],
    convolutionKernel: string(dataSet, 'x00181210'),
    kvp: number(dataSet, 'x00180060'),
    contrastBolusAgent: Boolean(string(dataSet, 'x00180010')),
    imageType: (dataSet.string('x00080008') ?? '').split('\\').filter(Boolean),
    viewPosition: string(dataSet, 'x00185101'),
    laterality: string(dataSet, 'x00200062') ?? string(dataSet, 'x00200060'),
    burnedInAnnotation: (['YES', 'NO'] as const).find((flag) => flag === string(dataSet, 'x00280301')) ?? null,
    lossyImageCompression: string(dataSet, 'x00282110') === '01',
    pixelPaddingValue: dataSet.elements.x00280120
      ? ((dataSet.uint16('x00280103') === 1 ? dataSet.int16('x00280120') : dataSet.uint16('x00280120')) ?? null)
      : null,
    pixelData: {
      offset: pixel.dataOffset,
      length: pixel.length,
      isEncapsulated:
        pixel.hadUndefinedLength === true || pixel.length === 0xffffffff || pixel.encapsulatedPixelData === true,
    },
  };
}

const string = (dataSet: DataSet, tag: string): string | null => dataSet.string(tag)?.split('\\')[0]?.trim() || null;

const number = (dataSet: DataSet, tag: string): number | null => {
  const value = Number.parseFloat(dataSet.string(tag) ?? '');
  return Number.isFinite(value) ? value : null;
};

const integer = (dataSet: DataSet, tag: string): number | null => {
  const value = number(dataSet, tag);
  return value === null ? null : Math.trunc(value);
};

function numbers(dataSet: DataSet, tag: string, count?: number): number[] | null {
  const values = (dataSet.string(tag) ?? '').split('\\').map(Number.parseFloat);
  if (values.some((value) => !Number.isFinite(value)) || (count !== undefined && values.length < count)) return null;
  return count === undefined ? values : values.slice(0, count);
}

/** Age String (PS3.5 section 6.2, AS): nnnD, nnnW, nnnM, nnnY. */
function ageYears(dataSet: DataSet): number | null {
  const match = /^(\d{3})([DWMY])$/.exec(string(dataSet, 'x00101010') ?? '');
  if (!match) return null;
  const perYear = { D: 365.25, W: 52.18, M: 12, Y: 1 }[match[2] as 'D' | 'W' | 'M' | 'Y'];
  return Number(match[1]) / perYear;
}

function textOf(dataSet: DataSet, bytes: Uint8Array): (tag: string) => string | null {
  const decoder = textDecoderFor(dataSet.string('x00080005')) ?? new TextDecoder('windows-1252');
  return (tag) => {
    const element = dataSet.elements[tag];
    if (!element || element.length === 0) return null;
    return (
      decoder
        .decode(bytes.subarray(element.dataOffset, element.dataOffset + element.length))
        .replace(/[\0 ]+$/, '')
        .trim() || null
    );
  };
}

/** FNV-1a over the identifying attributes: equal for equal people within one upload; too short to be turned back into a name list. */
function patientKey(dataSet: DataSet, bytes: Uint8Array): string | null {
  let hash = 0x811c9dc5;
  let isEmpty = true;
  for (const tag of ['x00100020', 'x00100010', 'x00100030']) {
    const element = dataSet.elements[tag];
    const value = element ? bytes.subarray(element.dataOffset, element.dataOffset + element.length) : new Uint8Array();
    if (value.some((byte) => byte !== 0x20 && byte !== 0)) isEmpty = false;
    for (const byte of [...value, 0x5c]) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return isEmpty ? null : hash.toString(16).padStart(8, '0');
}
