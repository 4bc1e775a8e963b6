export { type ByteSource, bytesSource } from './byte-source.ts';
export { textDecoderFor } from './charset.ts';
export { isTransferSyntaxSupported } from './codecs/transfer-syntaxes.ts';
export { type DecodedFrame, decodeFrame, framesOf, readFrameHeaders } from './decode.ts';
export { frameBytes, givenPixels } from './frame-bytes.ts';
export type { DicomHeader } from './header.ts';
export { type Inspection, inspectFile, type Warning } from './inspect.ts';
export { findLayout } from './layout.ts';
export { IMAGING_LIMITS } from './limits.ts';
export type { PatientIdentity } from './patient-identity.ts';
export { comparePersonName, type WrittenName } from './person-name.ts';
export { type ChestPhantom, type ChestPhantomTruth, chestPhantom } from './phantom/chest.ts';
export { ImagingError, REFUSAL_CODES, type RefusalCode } from './refusal.ts';
export type { Evidence, ObjectNames, Verification } from './reporting/document.ts';
export { type EncapsulatedPdf, writeEncapsulatedPdf } from './reporting/encapsulated-pdf.ts';
export { type ImagingReport, writeImagingReport } from './reporting/imaging-report.ts';
export { type KeyObjects, writeKeyObjects } from './reporting/key-objects.ts';
export { type MeasurementReport, type ReportedResult, writeMeasurementReport } from './reporting/measurement-report.ts';
export { type Segmentation, writeSegmentation } from './reporting/segmentation.ts';
export type { CodedConcept } from './results/read-items.ts';
export type { ReportedNumber, ReportedStatement } from './results/read-report.ts';
export { readResult } from './results/read-result.ts';
export { isImageStorage } from './sop-classes.ts';
export type { StoredValues } from './stored-values.ts';
export { UPTAKE_GAPS, type UptakeFactors, type UptakeGap } from './suv.ts';
export {
  buildVolume,
  isSameOrientation,
  normalOf,
  positionAlongNormalMm,
  type SlicePlace,
  sortSlices,
  stackOf,
  type Volume,
  VolumeError,
} from './volume.ts';
export {
  defaultWindow,
  frameToRgb,
  modalityValueOf,
  modalityValues,
  opensByTable,
  type Window,
  windowToGrey,
} from './window.ts';
export { type ElementToWrite, fileMeta, IMPLEMENTATION_CLASS_UID, writePart10 } from './write.ts';
