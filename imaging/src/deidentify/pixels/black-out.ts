import { deflateSync } from 'fflate';
import { concatenate } from '../../files/concatenate.ts';
import { type OpenDataSet, openDataSet } from '../../files/data-set.ts';
import { samplesIn } from '../../files/inspect.ts';
import { DEFLATED_LE } from '../../files/layout.ts';
import { ImagingError } from '../../files/refusal.ts';
import type { DicomHeader } from '../../headers/header.ts';
import { readHeader } from '../../headers/read-header.ts';

/** A rectangle as fractions (0–1) of the image's sides, from its upper left corner. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Blacks out these regions in every frame of a file (option Clean Pixel Data, PS3.15 E.3.1); the bytes of the pixels are
 * overwritten in place.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED for compressed pixels (use `uncompressed` first) and single bits, and if
 * the file cannot be read
 */
export function blackOut(file: Uint8Array, regions: readonly Region[]): Uint8Array {
  const { open, header } = openNative(file);
  const bytes = open.bytes.slice();
  for (const region of regions) blackOutIn(bytes, open, header, pixelsOf(region, header));
  if (header.transferSyntaxUid !== DEFLATED_LE) return bytes;
  return concatenate([file.subarray(0, open.layout.offset), deflateSync(bytes)]);
}

function openNative(file: Uint8Array): { open: OpenDataSet; header: DicomHeader } {
  const open = openDataSet(file);
  const header = readHeader(open);
  if (header.pixelData.isEncapsulated || header.bitsAllocated === 1)
    throw new ImagingError('TRANSFER_SYNTAX_NOT_SUPPORTED', 'compressed pixels cannot be blacked out');
  return { open, header };
}

/** Every pixel that a region touches; in 4:2:2, where two pixels share their colour, both. */
function pixelsOf({ left, top, width, height }: Region, header: DicomHeader) {
  const { rows, columns } = header;
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const isPaired = samplesIn(header) !== header.samplesPerPixel;
  const from = Math.floor(within(left, 1) * columns);
  const to = Math.ceil(within(left + width, 1) * columns);
  return {
    left: isPaired ? from - (from % 2) : from,
    right: isPaired ? within(to + (to % 2), columns) : to,
    top: Math.floor(within(top, 1) * rows),
    bottom: Math.ceil(within(top + height, 1) * rows),
  };
}

function blackOutIn(
  bytes: Uint8Array,
  { dataSet, layout }: OpenDataSet,
  header: DicomHeader,
  { left, right, top, bottom }: ReturnType<typeof pixelsOf>,
): void {
  const isLittle = layout.encoding !== 'explicit-be';
  // In big endian files, bytes that are packed into words are in reverse order (PS3.5 section 8.1.2).
  const isSwapped = !isLittle && header.bitsAllocated === 8 && dataSet.elements.x7fe00010?.vr === 'OW';
  const { rows, columns, frames, pixelData } = header;
  const samples = samplesIn(header);
  const sampleBytes = header.bitsAllocated / 8;
  const isPlanar = header.planarConfiguration === 1 && header.samplesPerPixel > 1;
  const frameSamples = rows * columns * samples;
  const black = blackOf(header);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const write = (sample: number, value: number) => {
    const at = pixelData.offset + (isSwapped ? sample ^ 1 : sample * sampleBytes);
    if (at + sampleBytes > pixelData.offset + pixelData.length) return;
    if (sampleBytes === 1) view.setUint8(at, value);
    else if (sampleBytes === 2) view.setUint16(at, value, isLittle);
    else bytes.fill(0, at, at + sampleBytes);
  };
  for (let frame = 0; frame < frames; frame += 1) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const pixel = row * columns + column;
        for (let sample = 0; sample < samples; sample += 1) {
          const place = isPlanar ? sample * rows * columns + pixel : pixel * samples + sample;
          // Y1 Y2 Cb Cr: a pair of pixels shares Cb and Cr.
          write(frame * frameSamples + place, black[samples === 2 ? (column % 2) * 2 + sample : sample]!);
        }
      }
    }
  }
}

/** The stored value of black, for each sample of a pixel, or of a pair of pixels in 4:2:2. */
function blackOf({ photometricInterpretation, bitsStored, highBit }: DicomHeader): readonly number[] {
  if (photometricInterpretation === 'YBR_FULL_422') return [0, 0, 128, 128];
  if (photometricInterpretation.startsWith('YBR')) return [0, 128, 128];
  if (photometricInterpretation === 'MONOCHROME1') return [(2 ** bitsStored - 1) * 2 ** (highBit + 1 - bitsStored)];
  return [0, 0, 0, 0];
}
