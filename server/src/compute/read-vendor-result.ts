import { readFile } from 'node:fs/promises';
import { encodeRuns } from '@duai/contract';
import { readResult } from '@duai/imaging';
import type { VendorObject } from '../features/analyses/index.ts';
import type { DrawnSegment } from '../features/studies/index.ts';

/** Reads an object that a vendor's server sent back, with its masks as run lengths. @throws ImagingError */
export async function readVendorResult({ path }: { path: string }): Promise<VendorObject> {
  const { content, ...object } = readResult(new Uint8Array(await readFile(path)));
  if (content.kind === 'report') return { ...object, content };
  const { kind, columns, rows, segments, frames, maskOf } = content;
  const drawn = await Promise.all(
    frames.map(async (frame, index) => ({ ...frame, runs: encodeRuns(await maskOf(index)) })),
  );
  return { ...object, content: { kind, columns, rows, segments, frames: drawn } };
}

/** The masks of a segmentation that came with images, one for each segment. @throws ImagingError */
export async function readSegmentation({ path }: { path: string }): Promise<DrawnSegment[]> {
  const { content } = readResult(new Uint8Array(await readFile(path)), { isToBeShown: true });
  if (content.kind === 'report') return [];
  const { columns, rows, segments, frames, isFractional, isOurs, maskOf } = content;
  const slices = new Map<number, DrawnSegment['slices']>();
  // One frame after the other: all of them decoded would take a byte for each pixel.
  for (const [index, { segment, sopInstanceUid, frame }] of frames.entries()) {
    const runs = encodeRuns(await maskOf(index));
    if (runs === '') continue;
    const all = slices.get(segment) ?? [];
    all.push({ sopInstanceUid, ...(frame > 0 && { frame }), runs });
    slices.set(segment, all);
  }
  return segments.map(({ number, label }) => ({
    ...{ label, isFractional, isOurs, columns, rows },
    slices: slices.get(number) ?? [],
  }));
}
