import type { DataSet } from 'dicom-parser';
import { type OpenDataSet, openDataSet } from '../files/data-set.ts';
import { EXPLICIT_BE, EXPLICIT_LE, IMPLICIT_LE } from '../files/layout.ts';
import { ImagingError } from '../files/refusal.ts';
import { readPatientIdentity } from '../headers/patient-identity.ts';
import { type DecodedFrame, imageOf } from '../pixels/decode.ts';
import { SECONDARY_CAPTURE, SEGMENTATION } from '../reporting/own-objects.ts';
import { ItemReader } from './read-items.ts';
import { type ReportContent, readReport } from './read-report.ts';
import { readSegmentation, type SegmentationContent } from './read-segmentation.ts';

/** An object with which another system reports its findings in images. */
export interface ResultObject {
  sopClassUid: string;
  sopInstanceUid: string;
  studyInstanceUid: string;
  /** The series that it names as its sources. */
  seriesInstanceUids: string[];
  /** The images that it names as its sources; only of a picture. */
  sourceSopInstanceUids: string[];
  /** As written; null where the object does not say whom it is about. Health data. */
  patientId: string | null;
  content: ({ kind: 'report' } & ReportContent) | ({ kind: 'segmentation' } & SegmentationContent) | CapturedPictures;
}

/** A secondary capture: pictures as the other system drew them. */
export interface CapturedPictures {
  kind: 'picture';
  frames: number;
  /** @throws ImagingError where the frame cannot be decoded */
  decode(frame: number): Promise<DecodedFrame>;
}

/** Enhanced, Comprehensive and Comprehensive 3D SR (PS3.4 table B.5-1). */
const REPORTS = ['1.2.840.10008.5.1.4.1.1.88.22', '1.2.840.10008.5.1.4.1.1.88.33', '1.2.840.10008.5.1.4.1.1.88.34'];
/** Secondary Capture, and Multi-frame Grayscale Byte, Grayscale Word and True Color Secondary Capture. */
const CAPTURES = [SECONDARY_CAPTURE, ...[2, 3, 4].map((kind) => `${SECONDARY_CAPTURE}.${kind}`)];
/** A page of a report at 300 dots per inch has 9 million. */
const MOST_CAPTURED_PIXELS = 16_777_216;
const UNCOMPRESSED = [IMPLICIT_LE, EXPLICIT_LE, EXPLICIT_BE];

/**
 * Reads a structured report, a segmentation or a secondary capture, with the study and series that it is about.
 * `isToBeShown`: as it came with images, not as the result of an algorithm; then a capture is one of the images.
 * @throws ImagingError TYPE_NOT_SUPPORTED for any other object, and what its parsers throw
 */
export function readResult(bytes: Uint8Array, { isToBeShown = false } = {}): ResultObject {
  const open = openDataSet(bytes);
  const { dataSet, layout } = open;
  const reader = new ItemReader(dataSet);
  const sopClassUid = dataSet.string('x00080016') ?? '';
  const isReport = REPORTS.includes(sopClassUid);
  const isCapture = !isToBeShown && CAPTURES.includes(sopClassUid);
  if (!isReport && !isCapture && sopClassUid !== SEGMENTATION)
    throw new ImagingError('TYPE_NOT_SUPPORTED', 'it is no structured report, segmentation or secondary capture');
  const [sopInstanceUid, studyInstanceUid] = ['x00080018', 'x0020000d'].map((tag) => dataSet.string(tag));
  if (!sopInstanceUid || !studyInstanceUid) throw new ImagingError('NOT_READABLE', 'it does not say what it is');
  const isCompressed = !UNCOMPRESSED.includes(layout.transferSyntaxUid);
  return {
    sopClassUid,
    sopInstanceUid,
    studyInstanceUid,
    seriesInstanceUids: seriesOf(dataSet, reader, studyInstanceUid),
    sourceSopInstanceUids: isCapture ? sourcesOf(dataSet, reader) : [],
    patientId: readPatientIdentity(open).patientId,
    content: isReport
      ? { kind: 'report', ...readReport(dataSet, reader) }
      : isCapture
        ? readPictures(open)
        : { kind: 'segmentation', ...readSegmentation(open, reader, { isCompressed, isToBeShown }) },
  };
}

function readPictures(open: OpenDataSet): CapturedPictures {
  const { dataSet } = open;
  const pixels = (dataSet.uint16('x00280010') ?? 0) * (dataSet.uint16('x00280011') ?? 0);
  if (pixels === 0) throw new ImagingError('NOT_READABLE', 'the capture has no pixels');
  if (pixels > MOST_CAPTURED_PIXELS) throw new ImagingError('TOO_MANY_PIXELS', 'the capture is too large');
  return { kind: 'picture', ...imageOf(open) };
}

/** Source Image Sequence and Referenced Image Sequence (PS3.3 C.7.6.1 and C.7.6.16.2). */
const sourcesOf = (dataSet: DataSet, reader: ItemReader): string[] =>
  ['x00082112', 'x00081140']
    .flatMap((tag) => reader.items(dataSet, tag))
    .flatMap((source) => reader.text(source, 'x00081155') ?? []);

/** From the evidence of a report (PS3.3 C.17.2.3), or Referenced Series of a segmentation (C.12.1.1). */
function seriesOf(dataSet: DataSet, reader: ItemReader, studyInstanceUid: string): string[] {
  const studies = [...reader.items(dataSet, 'x0040a375'), ...reader.items(dataSet, 'x0040a385')].filter(
    (study) => reader.text(study, 'x0020000d') === studyInstanceUid,
  );
  const series = [dataSet, ...studies].flatMap((from) => reader.items(from, 'x00081115'));
  return [...new Set(series.flatMap((each) => reader.text(each, 'x0020000e') ?? []))];
}
