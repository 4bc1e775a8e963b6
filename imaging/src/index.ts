export { isTransferSyntaxSupported } from './codecs/transfer-syntaxes.ts';
export { type ByteSource, bytesSource, inPieces } from './files/byte-source.ts';
export { type Inspection, inspectFile, type Warning } from './files/inspect.ts';
export { findLayout } from './files/layout.ts';
export { IMAGING_LIMITS } from './files/limits.ts';
export { ImagingError, REFUSAL_CODES, type RefusalCode } from './files/refusal.ts';
export { isLosslessSyntax } from './files/same-image.ts';
export { isTakenStorage } from './files/sop-classes.ts';
export { type ElementToWrite, fileMeta, IMPLEMENTATION_CLASS_UID, writePart10 } from './files/write.ts';
export { type CorrectedPatient, correctPatient } from './headers/correct-patient.ts';
export { correctPatientJson } from './headers/correct-patient-json.ts';
export type { DicomHeader } from './headers/header.ts';
export { isOrientation } from './headers/orientation.ts';
export type { PatientIdentity } from './headers/patient-identity.ts';
export { patientKeyOf } from './headers/patient-key.ts';
export { petUnitOf } from './headers/pet-units.ts';
export { type Figure, figuresOf } from './measuring/figures.ts';
export { type Drawn, isRegion, isWhole, POINTS } from './measuring/measure.ts';
export { calibratedRegions, shapeAt } from './measuring/regions.ts';
export type { PixelShape } from './measuring/spacing.ts';
export { bulkValue } from './metadata/bulk-value.ts';
export { compareDataSets, type DataSetComparison } from './metadata/compare-data-sets.ts';
export { BULK_PLACE, DATA_SET_JSON_VERSION, dataSetJson } from './metadata/data-set-json.ts';
export { type ChestPhantom, type ChestPhantomTruth, chestPhantom } from './phantom/chest.ts';
export { abdomenSample, brainSample, chestFilmSample, type SampleStudy } from './phantom/sample-studies.ts';
export { hasSamePixels, isSameImage } from './pixels/compare-images.ts';
export {
  type DecodedFrame,
  decodeFrame,
  describeImage,
  framesOf,
  type ImageDescription,
  readFrameHeaders,
} from './pixels/decode.ts';
export { frameBytes, givenPixels } from './pixels/frames/frame-bytes.ts';
export { plainFrameBytes, plainPlaceOf } from './pixels/frames/plain-frame.ts';
export { storedFrame } from './pixels/frames/stored-frame.ts';
export { overlayBits } from './pixels/overlay-bits.ts';
export type { StoredValues } from './pixels/stored-values.ts';
export { UPTAKE_GAPS, type UptakeFactors, type UptakeGap } from './pixels/suv.ts';
export {
  buildVolume,
  isSameOrientation,
  normalOf,
  positionAlongNormalMm,
  readingOrder,
  type SlicePlace,
  sortSlices,
  stackOf,
  type Volume,
  VolumeError,
} from './pixels/volume.ts';
export {
  defaultWindow,
  frameToRgb,
  modalityValueOf,
  modalityValues,
  opensByTable,
  type Window,
  windowToGrey,
} from './pixels/window.ts';
export type { PresentationContent } from './presentation/presentation-content.ts';
export { presentationStateIn } from './presentation/read-presentation-state.ts';
export type { Evidence, ObjectNames, Verification } from './reporting/document.ts';
export { type EncapsulatedPdf, writeEncapsulatedPdf } from './reporting/encapsulated-pdf.ts';
export { ENHANCED_SR, type ImagingReport, writeImagingReport } from './reporting/imaging-report.ts';
export { type KeyObjects, writeKeyObjects } from './reporting/key-objects.ts';
export {
  type MeasurementReport,
  type ReportedResult,
  writeMeasurementReport,
} from './reporting/measurements/measurement-report.ts';
export {
  type PlaneInPatient,
  type ReaderMark,
  type ReaderMeasurements,
  type ValueKind,
  writeReaderMeasurements,
} from './reporting/measurements/reader-measurements.ts';
export { outlinesOf, type Point } from './reporting/outlines.ts';
export { isOwnResult, SEGMENTATION } from './reporting/own-objects.ts';
export { type PresentationState, writePresentationState } from './reporting/presentation-state.ts';
export { type SecondaryCapture, writeSecondaryCapture } from './reporting/secondary-capture.ts';
export { type Segmentation, writeSegmentation } from './reporting/segmentation.ts';
export { type ImagePlace, imagePlaceOf, onImage } from './results/mask-on-image.ts';
export type { CodedConcept } from './results/read-items.ts';
export type { ReportedNumber, ReportedStatement } from './results/read-report.ts';
export { readResult } from './results/read-result.ts';
export type { SegmentationContent } from './results/read-segmentation.ts';
export { textDecoderFor } from './text/charset.ts';
export { comparePersonName, type WrittenName } from './text/person-name.ts';
export { itemAt, stepsOf, upperMedian } from './values.ts';
