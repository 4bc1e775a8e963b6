import type { dicomweb as contract } from '@duai/contract';
import { type DicomHeader, givenPixels, type ImageDescription } from '@duai/imaging';
import type { FullInstance, StudyTree } from '../studies/index.ts';

type SeriesTree = StudyTree['series'][number];
type Values = readonly (string | number | null | undefined)[];

/** Explicit VR Little Endian, the transfer syntax of returned frames. */
export const GIVEN_SYNTAX = '1.2.840.10008.1.2.1';

/** An attribute; without a value it has only its VR (PS3.18 section F.2.5). */
function attribute(vr: string, ...values: Values): contract.DicomJsonAttribute {
  const known = values.filter((value) => value !== null && value !== undefined && value !== '');
  return known.length > 0 ? { vr, Value: known } : { vr };
}
const plain = (date: string | null) => date?.replaceAll('-', '') ?? null;

/** Our headers hold no patient data: the identifying attributes are returned empty. */
const NOBODY: contract.DicomJson = {
  '00100010': attribute('PN'),
  '00100020': attribute('LO'),
  '00100030': attribute('DA'),
  '00100040': attribute('CS'),
};

/** PS3.18 table 10.6.3-3. */
export const studyJson = (study: StudyTree): contract.DicomJson => ({
  '00080005': attribute('CS', 'ISO_IR 192'),
  '00080020': attribute('DA', plain(study.studyDate)),
  '00080030': attribute('TM'),
  '00080050': attribute('SH'),
  '00080061': attribute('CS', ...new Set(study.series.map(({ modality }) => modality))),
  '00080090': attribute('PN'),
  '00081030': attribute('LO', study.description),
  ...NOBODY,
  '0020000D': attribute('UI', study.studyInstanceUid),
  '00200010': attribute('SH'),
  '00201206': attribute('IS', study.series.length),
  '00201208': attribute(
    'IS',
    study.series.reduce((sum, series) => sum + series.instances.length, 0),
  ),
});

/** PS3.18 table 10.6.3-4. */
export const seriesJson = (study: StudyTree, series: SeriesTree): contract.DicomJson => ({
  '00080060': attribute('CS', series.modality),
  '0008103E': attribute('LO', series.description),
  '00180015': attribute('CS', series.bodyPart),
  '0020000D': attribute('UI', study.studyInstanceUid),
  '0020000E': attribute('UI', series.seriesInstanceUid),
  '00200011': attribute('IS'),
  '00201209': attribute('IS', series.instances.length),
});

/** PS3.18 table 10.6.3-5. */
export const instanceJson = (
  study: StudyTree,
  series: SeriesTree,
  instance: SeriesTree['instances'][number],
): contract.DicomJson => ({
  '00080016': attribute('UI', instance.header?.sopClassUid),
  '00080018': attribute('UI', instance.sopInstanceUid),
  '0020000D': attribute('UI', study.studyInstanceUid),
  '0020000E': attribute('UI', series.seriesInstanceUid),
  '00200013': attribute('IS', instance.instanceNumber),
  '00280008': attribute('IS', instance.frames || null),
  '00280010': attribute('US', instance.rows),
  '00280011': attribute('US', instance.columns),
});

/**
 * The metadata that a viewer needs to show frames as `frameBytes` returns them (PS3.18 section 10.4.1.1.2). A lookup
 * table is named but not included: the metadata of the instance have it.
 */
export function metadataOf({ header, ...instance }: FullInstance & { header: DicomHeader }): contract.DicomJson {
  const given = givenPixels(header);
  const isColor = given.samplesPerPixel > 1;
  return {
    '00080005': attribute('CS', 'ISO_IR 192'),
    '00080008': attribute('CS', ...header.imageType),
    '00080016': attribute('UI', header.sopClassUid),
    '00080018': attribute('UI', header.sopInstanceUid),
    '00080060': attribute('CS', header.modality),
    '00081030': attribute('LO', header.studyDescription),
    '0008103E': attribute('LO', header.seriesDescription),
    '00083002': attribute('UI', GIVEN_SYNTAX),
    ...NOBODY,
    '00180015': attribute('CS', header.bodyPartExamined),
    '00180050': attribute('DS', header.sliceThicknessMm),
    '00180088': attribute('DS', header.spacingBetweenSlicesMm),
    ...(header.frameMs && { '00181063': attribute('DS', header.frameMs) }),
    '00185101': attribute('CS', header.viewPosition),
    '0020000D': attribute('UI', header.studyInstanceUid),
    '0020000E': attribute('UI', header.seriesInstanceUid),
    '00200011': attribute('IS', header.seriesNumber),
    '00200013': attribute('IS', header.instanceNumber),
    ...(header.patientOrientation && { '00200020': attribute('CS', ...header.patientOrientation) }),
    '00200032': attribute('DS', ...(header.imagePositionPatientMm ?? [])),
    '00200037': attribute('DS', ...(header.imageOrientationPatient ?? [])),
    '00200052': attribute('UI', header.frameOfReferenceUid),
    '00200060': attribute('CS', header.laterality),
    '00280002': attribute('US', given.samplesPerPixel),
    '00280004': attribute('CS', given.photometricInterpretation),
    ...(isColor && { '00280006': attribute('US', 0) }),
    '00280008': attribute('IS', instance.frames),
    '00280010': attribute('US', header.rows),
    '00280011': attribute('US', header.columns),
    ...pixelShapeJson(header),
    ...regionsJson(header),
    '00280100': attribute('US', given.bitsAllocated),
    '00280101': attribute('US', given.bitsStored),
    '00280102': attribute('US', given.bitsStored - 1),
    '00280103': attribute('US', given.pixelRepresentation),
    ...(!isColor && greyJson(header)),
    '00282110': attribute('CS', header.lossyImageCompression ? '01' : '00'),
    ...petJson(header),
    ...overlaysJson(header),
  };
}

const SPACING_TAGS = { patient: '00280030', imager: '00181164', film: '00182010' } as const;

/** Nothing where a header without spacing was stored before the aspect ratio was read: the metadata of the image have it. */
function pixelShapeJson({ pixelSpacingMm, pixelSpacingOf, pixelAspectRatio }: DicomHeader): contract.DicomJson {
  if (pixelSpacingOf) return { [SPACING_TAGS[pixelSpacingOf]]: attribute('DS', ...(pixelSpacingMm ?? [])) };
  return pixelAspectRatio ? { '00280034': attribute('IS', ...pixelAspectRatio) } : {};
}

/** As Sequence of Ultrasound Regions (PS3.3 C.8.5.5); left out, not empty, where a header was stored before they were read. */
function regionsJson({ ultrasoundRegions }: DicomHeader): contract.DicomJson {
  if (!ultrasoundRegions) return {};
  const items = ultrasoundRegions.map(({ format, bounds: [left, top, right, bottom], units, delta }) => ({
    '00186012': attribute('US', format),
    '00186018': attribute('UL', left),
    '0018601A': attribute('UL', top),
    '0018601C': attribute('UL', right),
    '0018601E': attribute('UL', bottom),
    '00186024': attribute('US', units[0]),
    '00186026': attribute('US', units[1]),
    '0018602C': attribute('FD', delta[0]),
    '0018602E': attribute('FD', delta[1]),
  }));
  return { '00186011': items.length > 0 ? sequence(...items) : attribute('SQ') };
}

/** Left out, not empty, where a header was stored before units were read: the metadata of the image have them. */
const petJson = ({ petUnits, petCorrections }: DicomHeader): contract.DicomJson => ({
  ...(petUnits !== undefined && { '00541001': attribute('CS', petUnits) }),
  ...(petCorrections && { '00280051': attribute('CS', ...petCorrections) }),
});

/** The metadata of one image with what its file alone says: units, lookup tables, and each of several frames. */
export function wholeMetadataOf(
  instance: Parameters<typeof metadataOf>[0],
  { frames, modalityLut, voiLut }: ImageDescription,
): contract.DicomJson {
  const isGrey = givenPixels(instance.header).samplesPerPixel === 1;
  const [first] = frames;
  return {
    ...metadataOf(instance),
    ...(first && { ...petJson(first), ...pixelShapeJson(first), ...regionsJson(first) }),
    ...(isGrey && modalityLut && { '00283000': sequence(tableJson(modalityLut)) }),
    ...(isGrey && voiLut && { '00283010': sequence(tableJson(voiLut)) }),
    ...(frames.length > 1 && {
      '52009230': sequence(...frames.map((frame) => frameJson(frame, isGrey, voiLut !== null))),
    }),
  };
}

const sequence = (...items: contract.DicomJson[]): contract.DicomJsonAttribute => ({ vr: 'SQ', Value: items });

/** PS3.3 C.11.1.1.1; 65,536 entries are told as 0. */
const tableJson = ({ firstMapped, entries, bits }: NonNullable<ImageDescription['voiLut']>): contract.DicomJson => ({
  '00283002': attribute(firstMapped < 0 ? 'SS' : 'US', entries.length % 65_536, firstMapped, bits),
  '00283006': attribute('US', ...entries),
});

/** Place and grey scale of a frame (PS3.3 C.7.6.16.2): pixel measures, position, orientation, rescale, window. */
const frameJson = (header: DicomHeader, isGrey: boolean, hasTableOfAll: boolean): contract.DicomJson => ({
  '00289110': sequence({
    ...(header.pixelSpacingOf === 'patient' && { '00280030': attribute('DS', ...(header.pixelSpacingMm ?? [])) }),
    '00180050': attribute('DS', header.sliceThicknessMm),
  }),
  ...(header.imagePositionPatientMm && {
    '00209113': sequence({ '00200032': attribute('DS', ...header.imagePositionPatientMm) }),
  }),
  ...(header.imageOrientationPatient && {
    '00209116': sequence({ '00200037': attribute('DS', ...header.imageOrientationPatient) }),
  }),
  ...(isGrey && {
    '00289145': sequence({
      '00281052': attribute('DS', header.rescaleIntercept),
      '00281053': attribute('DS', header.rescaleSlope),
      '00281054': attribute('LO', header.rescaleType),
    }),
    '00289132': sequence({
      '00281050': attribute('DS', ...header.windowCenter),
      '00281051': attribute('DS', ...header.windowWidth),
      ...(header.voiLutFunction && { '00281056': attribute('CS', header.voiLutFunction) }),
      ...(header.hasVoiLut && !hasTableOfAll && { '00283010': attribute('SQ') }),
    }),
  }),
});

/** Overlays as planes of their own, also those in unused bits of the pixels (PS3.3 C.9.2); their pixels have a call of ours. */
const overlaysJson = ({ overlayPlanes = [] }: DicomHeader): contract.DicomJson =>
  Object.fromEntries(
    overlayPlanes.flatMap(({ group, rows, columns, row, column, frames, firstFrame, label }) =>
      Object.entries({
        '0010': attribute('US', rows),
        '0011': attribute('US', columns),
        ...(frames !== null && { '0015': attribute('IS', frames) }),
        '0040': attribute('CS', 'G'),
        '0050': attribute('SS', row, column),
        '0051': attribute('US', firstFrame),
        '0100': attribute('US', 1),
        '0102': attribute('US', 0),
        '1500': attribute('LO', label),
        '3000': attribute('OW'),
      }).map(([element, value]) => [`${group.toString(16)}${element}`, value]),
    ),
  );

/** The steps from stored values to grey (PS3.3 sections C.11.1 and C.11.2). */
const greyJson = (header: DicomHeader): contract.DicomJson => ({
  ...(header.pixelPaddingValue !== null && {
    '00280120': attribute(header.pixelRepresentation ? 'SS' : 'US', header.pixelPaddingValue),
  }),
  '00281050': attribute('DS', ...header.windowCenter),
  '00281051': attribute('DS', ...header.windowWidth),
  ...(header.hasModalityLut
    ? { '00283000': attribute('SQ') }
    : {
        '00281052': attribute('DS', header.rescaleIntercept),
        '00281053': attribute('DS', header.rescaleSlope),
        '00281054': attribute('LO', header.rescaleType),
      }),
  ...(header.voiLutFunction && { '00281056': attribute('CS', header.voiLutFunction) }),
  ...(header.hasVoiLut && { '00283010': attribute('SQ') }),
});
