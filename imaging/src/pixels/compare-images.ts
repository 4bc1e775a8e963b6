import type { ByteSource } from '../files/byte-source.ts';
import { openFile } from '../files/open-file.ts';
import { hasSameAttributes, hasSameEnd, isLosslessSyntax, MOST_BEHIND_BYTES } from '../files/same-image.ts';
import { readHeader } from '../headers/read-header.ts';
import { type DecodedFrame, imageOf, openImage } from './decode.ts';
import { endOfPixels } from './frames/frame-places.ts';

/** Values of all frames; more are not compared. */
const MOST_VALUES = 2 ** 29;

/**
 * Whether two files are the same image in two transfer syntaxes that lose nothing: the same attributes and the same stored
 * values. Frames are decoded one by one, and the first difference ends the comparison. @throws ImagingError
 */
export async function isSameImage(a: ByteSource, b: ByteSource): Promise<boolean> {
  const [left, right] = [await openFile(a), await openFile(b)];
  const syntaxes = [left.open.layout.transferSyntaxUid, right.open.layout.transferSyntaxUid];
  if (syntaxes[0] === syntaxes[1] || !syntaxes.every(isLosslessSyntax)) return false;
  if (!hasSameAttributes(left.open, right.open)) return false;
  const { rows, columns, samplesPerPixel, frames } = readHeader(left.open);
  if (rows * columns * samplesPerPixel * frames > MOST_VALUES) return false;
  const [one, other] = [imageOf(left.open, left.source), imageOf(right.open, right.source)];
  if (one.frames !== other.frames) return false;
  for (let frame = 0; frame < one.frames; frame += 1)
    if (!isSameFrame(await one.decode(frame), await other.decode(frame))) return false;
  return hasSameEnd(await endOf(left), await endOf(right));
}

/**
 * Whether two files show the same stored values, whatever else they say; null where there are too many to compare.
 * @throws ImagingError
 */
export async function hasSamePixels(a: ByteSource, b: ByteSource): Promise<boolean | null> {
  const [one, other] = [await openImage(a), await openImage(b)];
  if (one.frames !== other.frames) return false;
  let values = 0;
  for (let frame = 0; frame < one.frames; frame += 1) {
    const [left, right] = [await one.decode(frame), await other.decode(frame)];
    values += left.stored.length;
    if (values > MOST_VALUES) return null;
    if (left.rows !== right.rows || left.columns !== right.columns || !isSameFrame(left, right)) return false;
  }
  return true;
}

const isSameFrame = (a: DecodedFrame, b: DecodedFrame): boolean =>
  a.photometricInterpretation === b.photometricInterpretation &&
  a.samplesPerPixel === b.samplesPerPixel &&
  a.stored.length === b.stored.length &&
  a.stored.every((value, at) => value === b.stored[at] || (Number.isNaN(value) && Number.isNaN(b.stored[at])));

async function endOf({ open, source }: Awaited<ReturnType<typeof openFile>>) {
  const bytes = await source.read(await endOfPixels(source, readHeader(open)), MOST_BEHIND_BYTES + 1);
  return { bytes, encoding: open.layout.encoding };
}
