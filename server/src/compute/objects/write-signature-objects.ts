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

/** SHA-256 of every file from which these objects are made, without the PDF. */
export const filesOf = (objects: readonly ObjectToWrite[]): Set<string> =>
  new Set(
    objects.flatMap((each) => [
      each.sha256,
      ...(each.kind === 'reader-measurements' ? each.object.marks.map(({ sha256 }) => sha256) : []),
    ]),
  );

/**
 * Writes the DICOM objects of a signature or a reader. `paths`: local files by their SHA-256; `pdf`: the signed PDF.
 * @throws ImagingError where an image cannot be parsed
 */
export async function writeSignatureObjects(input: {
  pdf: string | null;
  paths: Readonly<Record<string, string>>;
  objects: readonly ObjectToWrite[];
}): Promise<{ name: string; bytes: Uint8Array }[]> {
  const file = (sha256: string) => readFile(input.paths[sha256]!);
  const written: { name: string; bytes: Uint8Array }[] = [];
  for (const each of input.objects) written.push({ name: each.name, bytes: await bytesOf(each, file, input.pdf) });
  return written;
}

async function bytesOf(
  each: ObjectToWrite,
  file: (sha256: string) => Promise<Uint8Array>,
  pdf: string | null,
): Promise<Uint8Array> {
  const source = await file(each.sha256);
  switch (each.kind) {
    case 'report':
      return writeImagingReport(each.object, source);
    case 'measurements':
      return writeMeasurementReport(each.object, source);
    case 'reader-measurements':
      return writeReaderMeasurements({ ...each.object, marks: await measureMarks(each.object.marks, file) }, source);
    case 'key-objects':
      return writeKeyObjects(each.object, source);
    case 'segmentation':
      return writeSegmentation(withMasks(each.object), source);
    case 'document':
      return writeEncapsulatedPdf({ ...each.object, pdf: await file(pdf!) }, source);
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
