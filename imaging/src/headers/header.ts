import type { UptakeFactors, UptakeGap } from '../pixels/suv.ts';
import type { OverlayPlane } from './overlay-planes.ts';
import type { UltrasoundRegion } from './ultrasound-regions.ts';

/** The facts about an image that are known before its pixels are decoded. Contains no personal data. */
export interface DicomHeader {
  sopClassUid: string | null;
  sopInstanceUid: string | null;
  studyInstanceUid: string | null;
  seriesInstanceUid: string | null;
  frameOfReferenceUid: string | null;
  transferSyntaxUid: string;
  modality: string | null;
  bodyPartExamined: string | null;
  studyDescription: string | null;
  seriesDescription: string | null;
  /** Null also if de-identification moved the dates, because it is then not the day of the examination. */
  studyDate: string | null;
  manufacturer: string | null;
  manufacturerModelName: string | null;
  seriesNumber: number | null;
  instanceNumber: number | null;
  acquisitionNumber: number | null;
  patientSex: string | null;
  /** As the file states it; otherwise in full years from birth date to study date, unless dates were moved. */
  patientAgeYears: number | null;
  /** 32-bit digest of Patient ID, name and birth date: distinguishes two people without naming them. */
  patientKey: string | null;
  rows: number;
  columns: number;
  frames: number;
  samplesPerPixel: number;
  photometricInterpretation: string;
  bitsAllocated: number;
  bitsStored: number;
  highBit: number;
  /** 0 unsigned, 1 two's complement (PS3.3 C.7.6.3.1). */
  pixelRepresentation: 0 | 1;
  planarConfiguration: number;
  /** [between rows, between columns], in mm. */
  pixelSpacingMm: [number, number] | null;
  /** 'imager': at the detector, 'film': on the film that was scanned, not in the patient (PS3.3 10.7.1.1). */
  pixelSpacingOf: 'patient' | 'imager' | 'film' | null;
  /**
   * Nominal Scanned Pixel Spacing (PS3.3 C.8.6.2), null where the file does not say; only of images without a plane in the patient.
   * Absent in headers stored before it was read, whose spacing does not tell films.
   */
  scannedSpacingMm?: [number, number] | null;
  /**
   * Vertical and horizontal size of a pixel (Pixel Aspect Ratio, PS3.3 C.7.6.3.1.7); 1 and 1 where the file does not say. Only of
   * images without spacing, and absent in headers stored before it was read.
   */
  pixelAspectRatio?: [vertical: number, horizontal: number];
  /** Of images without spacing; of ultrasound also where there are none. Absent in headers stored before they were read. */
  ultrasoundRegions?: UltrasoundRegion[];
  sliceThicknessMm: number | null;
  spacingBetweenSlicesMm: number | null;
  imagePositionPatientMm: [number, number, number] | null;
  imageOrientationPatient: [number, number, number, number, number, number] | null;
  /**
   * Where rows and columns lead, in letters (PS3.3 C.7.6.1.1.1), for images that have no orientation in numbers. Absent where the
   * file does not say, and in headers stored before it was read.
   */
  patientOrientation?: [string, string];
  gantryDetectorTiltDegrees: number | null;
  rescaleSlope: number;
  rescaleIntercept: number;
  rescaleType: string | null;
  /** A Modality LUT replaces slope and intercept (PS3.3 C.11.1). */
  hasModalityLut: boolean;
  /** The image contains a VOI LUT, an alternative to its windows (PS3.3 C.11.2). */
  hasVoiLut: boolean;
  windowCenter: number[];
  windowWidth: number[];
  /** As named in the file; null if none is named, which means LINEAR. */
  voiLutFunction: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID' | null;
  /** Standardised uptake (body weight, g/ml) of one value of a PET image; null if it cannot be computed. */
  suvFactor: number | null;
  /**
   * Only for PET: the factors by lean body mass and by body surface, or what is missing. Absent in headers stored before this
   * field existed.
   */
  uptake?: UptakeFactors | UptakeGap;
  /** Only for PET: the unit of its values (Units, PS3.3 C.8.9.1). Absent in headers stored before this field existed. */
  petUnits?: string | null;
  /**
   * Only for PET: what its values were corrected for (Corrected Image, PS3.3 C.8.9.1), as ATTN. Absent in headers stored before this field
   * existed.
   */
  petCorrections?: string[];
  convolutionKernel: string | null;
  kvp: number | null;
  contrastBolusAgent: boolean;
  imageType: string[];
  viewPosition: string | null;
  laterality: string | null;
  burnedInAnnotation: 'YES' | 'NO' | null;
  lossyImageCompression: boolean;
  pixelPaddingValue: number | null;
  /**
   * How long each frame is shown when they are played, ms (Cine Module, PS3.3 C.7.6.5); null: not said. Only of images with
   * several frames, and absent in headers stored before this field existed.
   */
  frameMs?: number | null;
  /** Drawings beside the image; not in headers of files that have none, nor in those stored before they were read. */
  overlayPlanes?: OverlayPlane[];
  /** Position of Pixel Data in the (inflated) file. */
  pixelData: { offset: number; length: number; isEncapsulated: boolean };
}
