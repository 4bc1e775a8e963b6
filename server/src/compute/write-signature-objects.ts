import { readFile } from 'node:fs/promises';
import { decodeRuns } from '@duai/contract';
import {
  type EncapsulatedPdf,
  type ImagingReport,
  type KeyObjects,
  type MeasurementReport,
  type Segmentation,
  writeEncapsulatedPdf,
  writeImagingReport,
  writeKeyObjects,
  writeMeasurementReport,
  writeSegmentation,
} from '@duai/imaging';

type Segment = Segmentation['segments'][number];
/** A segmentation with its masks as run lengths, as results keep them. */
export interface EncodedSegmentation extends Omit<Segmentation, 'segments'> {
  segments: (Omit<Segment, 'frames'> & { frames: (Omit<Segment['frames'][number], 'mask'> & { runs: string })[] })[];
}
/** One object, and a file name for it. */
export type ObjectToWrite = { name: string } & (
  | { kind: 'report'; object: ImagingReport }
  | { kind: 'measurements'; object: MeasurementReport }
  | { kind: 'key-objects'; object: KeyObjects }
  | { kind: 'segmentation'; object: EncodedSegmentation }
  | { kind: 'document'; object: Omit<EncapsulatedPdf, 'pdf'> }
);

/**
 * The DICOM objects of a signature, each in the study of the image at its `path`; `pdf`: where the signed PDF lies.
 * @throws ImagingError where an image cannot be parsed
 */
export async function writeSignatureObjects(input: {
  pdf: string;
  objects: (ObjectToWrite & { path: string })[];
}): Promise<{ name: string; bytes: Uint8Array }[]> {
  const written: { name: string; bytes: Uint8Array }[] = [];
  for (const { path, ...each } of input.objects)
    written.push({ name: each.name, bytes: await bytesOf(each, await readFile(path), input.pdf) });
  return written;
}

async function bytesOf(each: ObjectToWrite, source: Uint8Array, pdf: string): Promise<Uint8Array> {
  switch (each.kind) {
    case 'report':
      return writeImagingReport(each.object, source);
    case 'measurements':
      return writeMeasurementReport(each.object, source);
    case 'key-objects':
      return writeKeyObjects(each.object, source);
    case 'segmentation':
      return writeSegmentation(withMasks(each.object), source);
    case 'document':
      return writeEncapsulatedPdf({ ...each.object, pdf: await readFile(pdf) }, source);
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
