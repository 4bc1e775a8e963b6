import { readFile } from 'node:fs/promises';
import { encodeRuns } from '@duai/contract';
import { type DecodedFrame, ImagingError, readResult } from '@duai/imaging';
import sharp from 'sharp';
import type { VendorObject } from '../features/analyses/index.ts';
import type { DrawnSegment } from '../features/studies/index.ts';
import { openedPixels } from './preview.ts';

/** Longest side of a kept picture: its texts stay readable. */
const PICTURE_SIDE_PX = 2048;
const MOST_PICTURES = 20;
/** Of one picture as PNG. Pages with curves and texts have some hundred kilobytes. */
const PICTURE_BYTES = 8 * 1024 * 1024;

/** Reads an object that a vendor's server sent back, its masks as run lengths, its pictures as PNG. @throws ImagingError */
export async function readVendorResult({ path }: { path: string }): Promise<VendorObject> {
  const { content, ...object } = readResult(new Uint8Array(await readFile(path)));
  if (content.kind === 'report') return { ...object, content };
  if (content.kind === 'picture') {
    const { kind, frames, decode } = content;
    if (frames > MOST_PICTURES) throw new ImagingError('TOO_MANY_PIXELS', 'the capture has too many frames');
    const pictures: Uint8Array[] = [];
    for (let frame = 0; frame < frames; frame += 1) pictures.push(await pictureOf(await decode(frame)));
    return { ...object, content: { kind, pictures } };
  }
  const { kind, columns, rows, segments, frames, maskOf } = content;
  const drawn = await Promise.all(
    frames.map(async (frame, index) => ({ ...frame, runs: encodeRuns(await maskOf(index)) })),
  );
  return { ...object, content: { kind, columns, rows, segments, frames: drawn } };
}

/** Drawn anew from its pixels, so that nothing but pixels is kept. @throws ImagingError where it is too large */
async function pictureOf(frame: DecodedFrame): Promise<Uint8Array> {
  const { pixels, channels } = openedPixels(frame);
  const png = await sharp(pixels, { raw: { width: frame.columns, height: frame.rows, channels } })
    .resize(PICTURE_SIDE_PX, PICTURE_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer();
  if (png.length > PICTURE_BYTES) throw new ImagingError('TOO_MANY_PIXELS', 'the capture is too large');
  return new Uint8Array(png);
}

/** The masks of a segmentation that came with images, one for each segment. @throws ImagingError */
export async function readSegmentation({ path }: { path: string }): Promise<DrawnSegment[]> {
  const { content } = readResult(new Uint8Array(await readFile(path)), { isToBeShown: true });
  if (content.kind !== 'segmentation') return [];
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
