import { readFile } from 'node:fs/promises';
import { decodeRuns, encodeRuns } from '@duai/contract';
import {
  type DecodedFrame,
  type ImagePlace,
  ImagingError,
  onImage,
  readResult,
  type SegmentationContent,
} from '@duai/imaging';
import sharp from 'sharp';
import type { VendorObject } from '../features/analyses/index.ts';
import type { DrawnSegment } from '../features/studies/index.ts';
import { openedPixels } from './preview.ts';

/** Longest side of a kept picture: its texts stay readable. */
const PICTURE_SIDE_PX = 2048;
const MOST_PICTURES = 20;
/** Of one picture as PNG. Pages with curves and texts have some hundred kilobytes. */
const PICTURE_BYTES = 8 * 1024 * 1024;

/** Images that masks may lie on, with their SOP Instance UIDs. */
type Images = readonly (readonly [string, ImagePlace])[];
type Places = ReadonlyMap<string, ImagePlace>;

/**
 * Reads an object that a vendor's server sent back, its masks as run lengths on the pixels of these images, its pictures as PNG.
 * @throws ImagingError
 */
export async function readVendorResult({ path, images }: { path: string; images: Images }): Promise<VendorObject> {
  const { content, ...object } = readResult(new Uint8Array(await readFile(path)));
  if (content.kind === 'report') return { ...object, content };
  if (content.kind === 'picture') {
    const { kind, frames, decode } = content;
    if (frames > MOST_PICTURES) throw new ImagingError('TOO_MANY_PIXELS', 'the capture has too many frames');
    const pictures: Uint8Array[] = [];
    for (let frame = 0; frame < frames; frame += 1) pictures.push(await pictureOf(await decode(frame)));
    return { ...object, content: { kind, pictures } };
  }
  const { kind, segments, frames, maskOf } = content;
  const drawn: Extract<VendorObject['content'], { kind: 'segmentation' }>['frames'] = [];
  const places = new Map(images);
  let { columns, rows } = content;
  for (const [index, { segment, sopInstanceUid, frame, place }] of frames.entries()) {
    const image = places.get(sopInstanceUid);
    if (image) ({ columns, rows } = image);
    const placed = image ? placedOn(image, frame, { place, mask: await maskOf(index) }) : null;
    drawn.push({ segment, sopInstanceUid, frame, runs: placed && encodeRuns(placed) });
  }
  return { ...object, content: { kind, columns, rows, segments, frames: drawn } };
}

/** A mask on the pixels of its image; null where it cannot be brought there, or lies wholly beside it. */
function placedOn(
  image: ImagePlace,
  frame: number,
  { place, mask }: { place: SegmentationContent['frames'][number]['place']; mask: Uint8Array },
): Uint8Array | null {
  const placed = onImage(place, image, frame)?.(mask);
  return placed && (placed.includes(1) || !mask.includes(1)) ? placed : null;
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

/**
 * The masks of a segmentation that came with images, on the pixels of these images: one for each segment, or for each size of
 * image where they have several; and what of a segment could not be placed. @throws ImagingError
 */
export async function readSegmentation({ path, images }: { path: string; images: Images }): Promise<DrawnSegment[]> {
  const { content } = readResult(new Uint8Array(await readFile(path)), { isToBeShown: true });
  if (content.kind !== 'segmentation') return [];
  const { segments, columns, rows, isFractional, isOurs } = content;
  const places = new Map(images);
  const drawn: DrawnSegment[] = [];
  for (const { number, label } of segments) {
    const { slices, unplaced } = await slicesOf(content, number, places);
    const told = { label, isFractional, isOurs };
    for (const [size, some] of Map.groupBy(slices.values(), ({ size }) => size))
      drawn.push({ ...told, ...size, unplaced: [], slices: some.map(({ slice }) => slice) });
    if (unplaced.size > 0) drawn.push({ ...told, columns, rows, unplaced: [...unplaced], slices: [] });
  }
  return drawn;
}

async function slicesOf({ frames, maskOf }: SegmentationContent, segment: number, places: Places) {
  const sizes = new Map<string, { columns: number; rows: number }>();
  const slices = new Map<string, { size: { columns: number; rows: number }; slice: DrawnSegment['slices'][number] }>();
  const unplaced = new Set<string>();
  // One frame after the other: all of them decoded would take a byte for each pixel.
  for (const [index, { segment: of, sopInstanceUid, frame, place }] of frames.entries()) {
    const image = places.get(sopInstanceUid);
    if (of !== segment || !image) continue;
    const mask = await maskOf(index);
    if (!mask.includes(1)) continue;
    const placed = placedOn(image, frame, { place, mask });
    if (!placed) {
      unplaced.add(sopInstanceUid);
      continue;
    }
    const { columns, rows } = image;
    const size = sizes.get(`${columns} ${rows}`) ?? { columns, rows };
    sizes.set(`${columns} ${rows}`, size);
    // Several frames may show parts of a segment on one image.
    const before = slices.get(`${sopInstanceUid} ${frame}`);
    if (before) for (const [at, pixel] of decodeRuns(before.slice.runs, placed.length).entries()) placed[at] ||= pixel;
    const slice = { sopInstanceUid, ...(frame > 0 && { frame }), runs: encodeRuns(placed) };
    slices.set(`${sopInstanceUid} ${frame}`, { size, slice });
  }
  return { slices, unplaced };
}
