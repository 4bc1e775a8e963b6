import type { ByteSource } from '../files/byte-source.ts';
import type { OpenDataSet } from '../files/data-set.ts';
import { openFile } from '../files/open-file.ts';
import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';
import { embeddedBit, tagIn } from '../headers/overlay-planes.ts';
import { readHeader } from '../headers/read-header.ts';
import { frameReader } from './frames/frame-places.ts';

/**
 * The pixels of one plane, all its frames, one bit each, the least significant bit first (PS3.5 section 8.1.2).
 * @throws ImagingError PIXEL_DATA_MISMATCH where there is no such plane, or its bits cannot be read; TRUNCATED where it is cut off
 */
export async function overlayBits(file: Uint8Array | ByteSource, group: number): Promise<Uint8Array> {
  const { open, source } = await openFile(file);
  const header = readHeader(open);
  const plane = header.overlayPlanes?.find((one) => one.group === group);
  if (!plane) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there is no such overlay');
  const bits = embeddedBit(open.dataSet, group);
  const packed = bits === null ? ownBits(open, group) : await bitsOfPixels(source, open, header, bits);
  const bytes = Math.ceil((plane.rows * plane.columns * (plane.frames ?? 1)) / 8);
  if (packed.length < bytes) throw new ImagingError('TRUNCATED', 'the overlay is cut off');
  return packed.subarray(0, bytes);
}

function ownBits({ dataSet, bytes, layout }: OpenDataSet, group: number): Uint8Array {
  const element = dataSet.elements[tagIn(group, '3000')];
  if (!element) throw new ImagingError('PIXEL_DATA_MISMATCH', 'the overlay has no pixels');
  const own = new Uint8Array(bytes.subarray(element.dataOffset, element.dataOffset + element.length));
  // Words of a big endian file have their bytes the other way round.
  if (layout.encoding === 'explicit-be' && element.vr === 'OW')
    for (let at = 0; at + 1 < own.length; at += 2) own.subarray(at, at + 2).reverse();
  return own;
}

async function bitsOfPixels(
  source: ByteSource,
  open: OpenDataSet,
  header: DicomHeader,
  bit: number,
): Promise<Uint8Array> {
  const { bitsAllocated, samplesPerPixel, rows, columns, frames } = header;
  if (header.pixelData.isEncapsulated || samplesPerPixel !== 1 || ![8, 16].includes(bitsAllocated))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'an overlay within compressed pixels is not read');
  const isLittle = open.layout.encoding !== 'explicit-be';
  const readFrame = frameReader(source, open, header);
  const packed = new Uint8Array(Math.ceil((rows * columns * frames) / 8));
  for (let frame = 0, out = 0; frame < frames; frame += 1) {
    const { bytes, startBit } = await readFrame(frame);
    const native = bytes.subarray(startBit / 8);
    const view = new DataView(native.buffer, native.byteOffset, native.byteLength);
    for (let at = 0; at < rows * columns; at += 1, out += 1) {
      const value = bitsAllocated === 8 ? view.getUint8(at) : view.getUint16(at * 2, isLittle);
      if ((value >> bit) & 1) packed[out >> 3] = (packed[out >> 3] ?? 0) | (1 << (out & 7));
    }
  }
  return packed;
}
