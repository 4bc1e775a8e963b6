import { readFile } from 'node:fs/promises';
import { decodeRuns } from '@duai/contract';
import {
  type EncapsulatedPdf,
  type ImagingReport,
  type KeyObjects,
  type MeasurementReport,
  type ReaderMeasurements,
  type Segmentation,
  writeEncapsulatedPdf,
  writeImagingReport,
  writeKeyObjects,
  writeMeasurementReport,
  writeReaderMeasurements,
  writeSegmentation,
} from '@duai/imaging';
import { type MarkToMeasure, measureMarks } from '../measure-marks.ts';

type Segment = Segmentation['segments'][number];
/** A segmentation whose masks are run lengths, as in results. */
export interface EncodedSegmentation extends Omit<Segmentation, 'segments'> {
  segments: (Omit<Segment, 'frames'> & { frames: (Omit<Segment['frames'][number], 'mask'> & { runs: string })[] })[];
}
/** A reader's drawings; their values are measured when the object is written. */
interface DrawnMeasurements extends Omit<ReaderMeasurements, 'marks'> {
  marks: readonly MarkToMeasure[];
}
/** One object with its file name; `sha256` is that of an image file of the study in which the object is filed. */
export type ObjectToWrite = { name: string; sha256: string } & (
  | { kind: 'report'; object: ImagingReport }
  | { kind: 'measurements'; object: MeasurementReport }
  | { kind: 'reader-measurements'; object: DrawnMeasurements }
  | { kind: 'key-objects'; object: KeyObjects }
  | { kind: 'segmentation'; object: EncodedSegmentation }
  | { kind: 'document'; object: Omit<EncapsulatedPdf, 'pdf'> }
);

/** SHA-256 of every image on which something is measured for this object. */
export const measuredImagesOf = (each: ObjectToWrite): Set<string> =>
  new Set(each.kind === 'reader-measurements' ? each.object.marks.map(({ sha256 }) => sha256) : []);

/**
 * Writes a DICOM object of a signature or a reader. `source`: local file of an image of its study; `images`: of measured images,
 * by their SHA-256; `pdf`: of the signed PDF.
 * @throws ImagingError where the image of the study cannot be parsed; ImagesNotReadable where measured ones cannot be decoded
 */
export async function writeSignatureObject({
  object: each,
  ...paths
}: {
  object: ObjectToWrite;
  source: string;
  images: Readonly<Record<string, string>>;
  pdf: string | null;
}): Promise<Uint8Array> {
  const source = await readFile(paths.source);
  switch (each.kind) {
    case 'report':
      return writeImagingReport(each.object, source);
    case 'measurements':
      return writeMeasurementReport(each.object, source);
    case 'reader-measurements': {
      const marks = await measureMarks(each.object.marks, (sha256) => readFile(paths.images[sha256]!));
      return writeReaderMeasurements({ ...each.object, marks }, source);
    }
    case 'key-objects':
      return writeKeyObjects(each.object, source);
    case 'segmentation':
      return writeSegmentation(withMasks(each.object), source);
    case 'document':
      return writeEncapsulatedPdf({ ...each.object, pdf: await readFile(paths.pdf!) }, source);
  }
}

const withMasks = ({ segments, ...segmentation }: EncodedSegmentation): Segmentation => ({
  ...segmentation,
  segments: segments.map(({ frames, ...segment }) => ({
    ...segment,
    frames: frames.map(({ runs, ...frame }) => ({
      ...frame,
      mask: decodeRuns(runs, segmentation.source.columns * segmentation.source.rows),
    })),
  })),
});
