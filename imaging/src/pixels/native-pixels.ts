import type { OpenDataSet } from '../files/data-set.ts';
import { samplesIn } from '../files/inspect.ts';
import type { DicomHeader } from '../headers/header.ts';
import type { Raw } from './decompress.ts';
import type { FramePixels } from './frames/frame-places.ts';
import { unpackBits } from './pixel-data.ts';
import { floats, interleave, typed, upsample422 } from './stored-values.ts';

/** One frame of uncompressed pixel data. @throws ImagingError TRUNCATED, PIXEL_DATA_MISMATCH */
export function nativePixels(open: OpenDataSet, header: DicomHeader, pixels: FramePixels): Raw {
  const { photometricInterpretation } = header;
  const isBigEndian = open.layout.encoding === 'explicit-be';
  const isSwapped = isBigEndian && header.bitsAllocated <= 8 && open.dataSet.elements.x7fe00010?.vr === 'OW';
  const stretch = isSwapped ? withBytesInOrder(pixels.bytes) : pixels.bytes;
  if (header.bitsAllocated === 1) {
    const count = header.rows * header.columns * header.samplesPerPixel;
    return { stored: unpackBits(stretch, pixels.startBit, count), photometricInterpretation };
  }
  const start = pixels.startBit / 8;
  const length = (header.rows * header.columns * samplesIn(header) * header.bitsAllocated) / 8;
  const bytes = stretch.subarray(start, start + length);
  if (samplesIn(header) !== header.samplesPerPixel)
    return { stored: upsample422(bytes), photometricInterpretation: 'YBR_FULL' };
  const isFloat = open.dataSet.elements.x7fe00008 !== undefined || open.dataSet.elements.x7fe00009 !== undefined;
  const stored = isFloat ? floats(bytes, header, isBigEndian) : typed(bytes, header, isBigEndian);
  return { stored: interleave(stored, header, header.planarConfiguration), photometricInterpretation };
}

/** Bytes packed into words (OW) are in reverse order within each word of a big endian file (PS3.5 sections 7.3 and 8.1.2). */
function withBytesInOrder(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    out[at] = bytes[at + 1]!;
    out[at + 1] = bytes[at]!;
  }
  return out;
}
