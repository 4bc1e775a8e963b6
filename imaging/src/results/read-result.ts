import type { DataSet } from 'dicom-parser';
import { openDataSet } from '../files/data-set.ts';
import { EXPLICIT_BE, EXPLICIT_LE, IMPLICIT_LE } from '../files/layout.ts';
import { ImagingError } from '../files/refusal.ts';
import { SEGMENTATION } from '../reporting/own-objects.ts';
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
  content: ({ kind: 'report' } & ReportContent) | ({ kind: 'segmentation' } & SegmentationContent);
}

/** Enhanced, Comprehensive and Comprehensive 3D SR (PS3.4 table B.5-1). */
const REPORTS = ['1.2.840.10008.5.1.4.1.1.88.22', '1.2.840.10008.5.1.4.1.1.88.33', '1.2.840.10008.5.1.4.1.1.88.34'];
const UNCOMPRESSED = [IMPLICIT_LE, EXPLICIT_LE, EXPLICIT_BE];

/**
 * Reads a structured report or a segmentation, with the study and series that it is about. `isToBeShown`: as it came with
 * images, not as the result of an algorithm.
 * @throws ImagingError TYPE_NOT_SUPPORTED for any other object, and what its parsers throw
 */
export function readResult(bytes: Uint8Array, { isToBeShown = false } = {}): ResultObject {
  const open = openDataSet(bytes);
  const { dataSet, layout } = open;
  const reader = new ItemReader(dataSet);
  const sopClassUid = dataSet.string('x00080016') ?? '';
  const isReport = REPORTS.includes(sopClassUid);
  if (!isReport && sopClassUid !== SEGMENTATION)
    throw new ImagingError('TYPE_NOT_SUPPORTED', 'it is neither a structured report nor a segmentation');
  const [sopInstanceUid, studyInstanceUid] = ['x00080018', 'x0020000d'].map((tag) => dataSet.string(tag));
  if (!sopInstanceUid || !studyInstanceUid) throw new ImagingError('NOT_READABLE', 'it does not say what it is');
  const isCompressed = !UNCOMPRESSED.includes(layout.transferSyntaxUid);
  return {
    sopClassUid,
    sopInstanceUid,
    studyInstanceUid,
    seriesInstanceUids: seriesOf(dataSet, reader, studyInstanceUid),
    content: isReport
      ? { kind: 'report', ...readReport(dataSet, reader) }
      : { kind: 'segmentation', ...readSegmentation(open, reader, { isCompressed, isToBeShown }) },
  };
}

/** From the evidence of a report (PS3.3 C.17.2.3), or Referenced Series of a segmentation (C.12.1.1). */
function seriesOf(dataSet: DataSet, reader: ItemReader, studyInstanceUid: string): string[] {
  const studies = [...reader.items(dataSet, 'x0040a375'), ...reader.items(dataSet, 'x0040a385')].filter(
    (study) => reader.text(study, 'x0020000d') === studyInstanceUid,
  );
  const series = [dataSet, ...studies].flatMap((from) => reader.items(from, 'x00081115'));
  return [...new Set(series.flatMap((each) => reader.text(each, 'x0020000e') ?? []))];
}
