import { writePart10 } from '../../files/write.ts';
import type { PetUnit } from '../../headers/pet-units.ts';
import { axesOf, type Figure, type FigureName } from '../../measuring/figures.ts';
import { type Drawn, isRegion, lengthOf, type Point } from '../../measuring/measure.ts';
import type { PixelShape } from '../../measuring/spacing.ts';
import {
  type Code,
  type ContentItem,
  code,
  container,
  coordinates,
  DCM,
  type ImageReference,
  languageItem,
  number,
  PRIVATE_SCHEME,
  SCT,
  spatialCoordinates,
  text,
  uid,
} from '../content-items.ts';
import { documentElements, type Evidence, type ObjectNames, objectElements, type Verification } from '../document.ts';
import { COMPREHENSIVE_SR, personObserver, privateScheme } from './measurement-report.ts';

/** The meaning of pixel values: Hounsfield units, uptake by body weight, MR signal, a unit of PET; null: not named in the file. */
export type ValueKind = 'HU' | 'SUV' | 'MR' | PetUnit | null;

/** A plane that was computed from a series, in patient coordinates (PS3.3 C.7.6.2.1.1), mm. */
export interface PlaneInPatient {
  frameOfReferenceUid: string;
  name: 'axial' | 'coronal' | 'sagittal' | 'oblique';
  /** The centre of its first pixel, and the directions of its rows and columns. */
  origin: readonly [number, number, number];
  across: readonly [number, number, number];
  down: readonly [number, number, number];
  /** The side of a pixel. */
  mm: number;
  /** Thickness of the slab of which it shows the maximum; 0 is a single plane. */
  slabMm: number;
}

/** One measurement with its figures. */
export interface ReaderMark extends Drawn, PixelShape {
  trackingId: string;
  trackingUid: string;
  image: ImageReference;
  /** The points lie on it instead of on the image, which is one of its series. */
  plane?: PlaneInPatient | undefined;
  /** The text of an arrow. */
  note: string;
  valueKind: ValueKind;
  figures: readonly Figure[];
}

/** The measurements of a reader on the images of one study. */
export interface ReaderMeasurements extends ObjectNames {
  language: 'tr' | 'en';
  /** The kind of examination (PS3.16 CID 100, extended by CID 7000). */
  procedure: Code;
  /** The person who measured, PN. */
  observer: string;
  /** Null before the signature. */
  verification: Verification | null;
  /** So many measurements are not in it, because their images cannot be read: it is partial, and verified by nobody. */
  lacking?: number;
  marks: readonly ReaderMark[];
  /** Every image with a measurement. */
  evidence: readonly Evidence[];
}

/** PS3.3 A.35.13: unlike Comprehensive SR it may hold coordinates in the patient. */
export const COMPREHENSIVE_3D_SR = '1.2.840.10008.5.1.4.1.1.88.34';

/**
 * A DICOM Comprehensive SR (PS3.3 A.35.3), or Comprehensive 3D SR where it holds one on a computed plane, after PS3.16 TID 1500, in
 * the study of `source` (a Part 10 file of one of its images): regions as TID 1410, lines, angles and points as TID 1501, each with
 * its coordinates on its image, or in the patient.
 * @throws ImagingError if `source` cannot be parsed
 */
export function writeReaderMeasurements(report: ReaderMeasurements, source: Uint8Array): Uint8Array {
  const { elements, utcOffset } = objectElements(report, source, {
    sopClassUid: report.marks.some(({ plane }) => plane) ? COMPREHENSIVE_3D_SR : COMPREHENSIVE_SR,
    modality: 'SR',
    seriesNumber: '9906',
  });
  const { evidence, verification, lacking = 0 } = report;
  return writePart10([
    ...elements,
    privateScheme(),
    ...documentElements(
      {
        title: DCM('126000', 'Imaging Measurement Report'),
        template: '1500',
        evidence,
        ...(lacking > 0
          ? { verifications: [], partial: LACKING[report.language](lacking) }
          : { verifications: verification ? [verification] : [] }),
      },
      [
        languageItem(report.language),
        ...personObserver(report.observer),
        code('HAS CONCEPT MOD', DCM('121058', 'Procedure reported'), report.procedure),
        container(
          'CONTAINS',
          DCM('126010', 'Imaging Measurements'),
          report.marks.map((mark) => groupItem(mark, report.language)),
        ),
      ],
      utcOffset,
    ),
  ]);
}

const LACKING: Record<ReaderMeasurements['language'], (count: number) => string> = {
  en: (count) => `Measurements left out, images cannot be read: ${count}`,
  tr: (count) => `Görüntüsü okunamadığı için eksik ölçüm: ${count}`,
};
const PRIVATE = (value: string, meaning: string): Code => ({ value, scheme: PRIVATE_SCHEME, meaning });
const MEAN = SCT('373098007', 'Mean');
/** Concepts of the figures, from PS3.16 CID 7460, 7469 and 218; null: a pixel value, whose concept depends on the image. */
const CONCEPTS: Record<FigureName, { concept: Code | null; derivation?: Code }> = {
  length: { concept: SCT('410668003', 'Length') },
  'long-axis': { concept: SCT('103339001', 'Long Axis') },
  'short-axis': { concept: SCT('103340004', 'Short Axis') },
  angle: { concept: SCT('1483009', 'Angle') },
  'cobb-angle': { concept: SCT('285285000', 'Cobb angle') },
  area: { concept: SCT('42798000', 'Area') },
  value: { concept: null },
  mean: { concept: null, derivation: MEAN },
  deviation: { concept: null, derivation: SCT('386136009', 'Standard Deviation') },
  least: { concept: null, derivation: SCT('255605001', 'Minimum') },
  most: { concept: null, derivation: SCT('56851009', 'Maximum') },
};
const UCUM = (unit: string, unitMeaning: string) => ({ unit, unitMeaning });
/** An area without spacing is a number of pixels. */
const UNITS: Record<Exclude<Figure['unit'], 'value'>, { unit: string; unitMeaning: string }> = {
  mm: UCUM('mm', 'millimeter'),
  'mm²': UCUM('mm2', 'square millimeter'),
  '°': UCUM('deg', 'degree'),
  px: UCUM('{pixels}', 'pixels'),
  'px²': UCUM('{pixels}', 'pixels'),
};
const NO_UNITS = UCUM('1', 'no units');
const VALUES: Record<Extract<ValueKind, string> | 'none', { concept: Code; unit: string; unitMeaning: string }> = {
  HU: { concept: DCM('112031', 'Attenuation Coefficient'), ...UCUM("[hnsf'U]", 'Hounsfield unit') },
  SUV: {
    concept: DCM('126401', 'SUVbw'),
    ...UCUM('{SUVbw}g/ml', 'Standardized Uptake Value body weight'),
  },
  MR: { concept: DCM('110852', 'MR signal intensity'), ...NO_UNITS },
  none: { concept: PRIVATE('PIXEL_VALUE', 'Value of the image'), ...NO_UNITS },
};
/** What the unit of lengths and areas refers to: pixels, detector, body, or body within a region. */
const METHODS = {
  patient: PRIVATE('SPACING_PATIENT', 'Pixel spacing in the patient'),
  imager: PRIVATE('SPACING_IMAGER', 'Imager pixel spacing, not corrected for magnification'),
  film: PRIVATE('SPACING_FILM', 'Nominal scanned pixel spacing, on the film'),
  region: PRIVATE('SPACING_REGION', 'Physical delta of the ultrasound region in the patient'),
  none: PRIVATE('SPACING_NONE', 'No pixel spacing is known'),
} as const;

/**
 * A region has one group for all of its numbers (TID 1410); a line, an angle or a point has a group for each (TID 1501, TID
 * 320).
 */
function groupItem(mark: ReaderMark, language: ReaderMeasurements['language']): ContentItem {
  const { figures, plane } = mark;
  const note = [mark.note, plane && PLANE_NOTES[language](plane)].filter(Boolean).join('. ');
  const hasOwnRegion = isRegion(mark.measure) || mark.measure === 'arrow';
  return container('CONTAINS', DCM('125007', 'Measurement Group'), [
    text('HAS OBS CONTEXT', DCM('112039', 'Tracking Identifier'), mark.trackingId),
    uid('HAS OBS CONTEXT', DCM('112040', 'Tracking Unique Identifier'), mark.trackingUid),
    ...(hasOwnRegion ? [placed('CONTAINS', DCM('111030', 'Image Region'), outline(mark), mark)] : []),
    ...figures.map((figure) => figureItem(figure, mark, hasOwnRegion ? [] : linesOf(figure, mark))),
    ...(note ? [text('CONTAINS', DCM('121106', 'Comment'), note)] : []),
  ]);
}

const PLANE_NAMES = {
  tr: { axial: 'aksiyel', coronal: 'koronal', sagittal: 'sagital', oblique: 'oblik' },
  en: { axial: 'axial', coronal: 'coronal', sagittal: 'sagittal', oblique: 'oblique' },
} as const;
/** What a reader of the object cannot tell from its coordinates: that no image lies there. */
const PLANE_NOTES: Record<ReaderMeasurements['language'], (plane: PlaneInPatient) => string> = {
  en: ({ name, slabMm }) =>
    `On a computed ${PLANE_NAMES.en[name]} plane${slabMm > 0 ? `, maximum of a slab of ${slabMm} mm` : ''}`,
  tr: ({ name, slabMm }) =>
    `Hesaplanmış ${PLANE_NAMES.tr[name]} düzlemde${slabMm > 0 ? `, ${slabMm} mm kalınlığın maksimumu` : ''}`,
};

/** Coordinates on the image, or those of the plane in the patient. */
function placed(
  relation: 'CONTAINS' | 'INFERRED FROM',
  concept: Code | null,
  { graphic, points }: Outline,
  { image, plane, measure }: ReaderMark,
): ContentItem {
  if (!plane) return coordinates(relation, concept, { graphic, points }, image);
  const inPatient = points.map(({ x, y }) => {
    const along = (axis: 0 | 1 | 2) =>
      plane.origin[axis] + (plane.across[axis] * (x - 0.5) + plane.down[axis] * (y - 0.5)) * plane.mm;
    return [along(0), along(1), along(2)] as const;
  });
  const isClosed = graphic === 'POLYLINE' && isRegion(measure);
  const drawn = { graphic: isClosed ? ('POLYGON' as const) : graphic, points: inPatient };
  return spatialCoordinates(relation, concept, drawn, plane.frameOfReferenceUid);
}

function figureItem(
  { name, value, unit }: Figure,
  mark: ReaderMark,
  lines: readonly (readonly Point[])[],
): ContentItem {
  const { valueKind, spacing } = mark;
  const { concept, derivation } = CONCEPTS[name];
  const ofImage = typeof valueKind === 'string' ? VALUES[valueKind] : { ...VALUES.none, ...valueKind };
  const isInSpace = unit !== 'value' && unit !== '°';
  return number('CONTAINS', concept ?? ofImage.concept, { value, ...(unit === 'value' ? ofImage : UNITS[unit]) }, [
    ...(isInSpace
      ? [code('HAS CONCEPT MOD', SCT('370129005', 'Measurement Method'), METHODS[spacing?.of ?? 'none'])]
      : []),
    ...(derivation ? [code('HAS CONCEPT MOD', DCM('121401', 'Derivation'), derivation)] : []),
    ...lines.map((points) =>
      placed('INFERRED FROM', null, { graphic: points.length === 1 ? 'POINT' : 'POLYLINE', points }, mark),
    ),
  ]);
}

/** Both end plates of a Cobb angle; for two axes, the one that the figure is about. */
function linesOf({ name }: Figure, { measure, points, ...shape }: ReaderMark): (readonly Point[])[] {
  const lines = [points.slice(0, 2), points.slice(2)];
  if (measure === 'cobb') return lines;
  if (measure !== 'bidirectional') return [points];
  const [one, other] = lines.map((line) => lengthOf(line, shape).value);
  const isFirst = name === ((one ?? 0) >= (other ?? 0) ? 'long-axis' : 'short-axis');
  return lines.slice(isFirst ? 0 : 1, isFirst ? 1 : 2);
}

interface Outline {
  graphic: 'POINT' | 'POLYLINE' | 'ELLIPSE';
  points: readonly Point[];
}

/** PS3.3 C.18.6.1.2: a closed polyline ends at its first point; an ellipse is its major axis, then its minor one. */
function outline({ measure, points }: Drawn): Outline {
  const [first, last] = points;
  if (!first) return { graphic: 'POLYLINE', points };
  switch (measure) {
    case 'ellipse':
      return { graphic: 'ELLIPSE', points: axesOf(points) };
    case 'rectangle': {
      const to = last ?? first;
      const corners = [first, { x: to.x, y: first.y }, to, { x: first.x, y: to.y }, first];
      return { graphic: 'POLYLINE', points: corners };
    }
    case 'arrow':
      // The arrow head is where the drag began.
      return { graphic: 'POINT', points: [first] };
    default:
      return { graphic: 'POLYLINE', points: [...points, first] };
  }
}
