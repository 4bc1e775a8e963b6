import { concatenate } from '../../files/concatenate.ts';
import { ImagingError } from '../../files/refusal.ts';

/**
 * A JPEG or PNG without its metadata: Exif (place, time, device and its serial number, owner), XMP, IPTC, comments,
 * thumbnails, and data after the end. The picture itself is copied byte by byte. Metadata that a viewer needs to draw it are
 * kept: size, colours and orientation.
 * @throws ImagingError TRUNCATED, NOT_READABLE
 */
export const withoutMetadata = (file: Uint8Array, kind: 'jpeg' | 'png'): Uint8Array =>
  kind === 'jpeg' ? jpegWithout(file) : pngWithout(file);

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COM = 0xfe;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;

/** Marker segments (ISO/IEC 10918-1 annex B) up to the end of the image. */
function jpegWithout(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const parts: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let at = 2;
  for (;;) {
    if (at + 2 > file.length) throw new ImagingError('TRUNCATED', 'the JPEG is cut off');
    if (file[at] !== 0xff) throw new ImagingError('NOT_READABLE', 'the JPEG is damaged');
    const code = view.getUint8(at + 1);
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === EOI) return concatenate([...parts, Uint8Array.of(0xff, EOI)]);
    if (at + 4 > file.length) throw new ImagingError('TRUNCATED', 'the JPEG is cut off');
    const end = at + 2 + view.getUint16(at + 2);
    if (end > file.length) throw new ImagingError('TRUNCATED', 'the JPEG is cut off');
    const segment = file.subarray(at, end);
    const kept = keptSegment(code, segment);
    if (kept) parts.push(kept);
    at = end;
    if (code !== SOS) continue;
    while (at + 1 < file.length && (file[at] !== 0xff || file[at + 1] === 0 || isRestart(view.getUint8(at + 1))))
      at += 1;
    parts.push(file.subarray(end, at));
  }
}

function keptSegment(code: number, segment: Uint8Array): Uint8Array | null {
  const isNamed = (name: string) => ascii(segment, 4, name.length) === name;
  switch (code) {
    case APP0:
      return isNamed('JFIF\0') && segment.length >= 18 ? withoutThumbnail(segment) : null;
    case APP1: {
      const side = isNamed('Exif\0\0') ? sideUpIn(segment.subarray(10)) : null;
      return side === null ? null : exifSegment(side);
    }
    case APP2:
      return isNamed('ICC_PROFILE\0') ? segment : null;
    // Defines the colours of the components.
    case APP14:
      return isNamed('Adobe') ? segment : null;
    case COM:
      return null;
    default:
      return code >= APP0 && code <= 0xef ? null : segment;
  }
}

/** JFIF 1.02: the density is followed by the size of a thumbnail and its pixels. */
const withoutThumbnail = (segment: Uint8Array): Uint8Array => {
  const kept = segment.slice(0, 18);
  kept.set([0, 16], 2);
  kept.set([0, 0], 16);
  return kept;
};

/** The chunks that are needed to draw a picture (PNG specification, third edition, section 11). */
const DRAWN = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'bKGD',
  'pHYs',
]);

function pngWithout(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const parts: Uint8Array[] = [file.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + view.getUint32(at);
    if (end > file.length) break;
    const type = ascii(file, at + 4, 4);
    if (DRAWN.has(type)) parts.push(file.subarray(at, end));
    const side = type === 'eXIf' ? sideUpIn(file.subarray(at + 8, end - 4)) : null;
    if (side !== null) parts.push(chunk('eXIf', exifOf(side)));
    if (type === 'IEND') return concatenate(parts);
    at = end;
  }
  throw new ImagingError('TRUNCATED', 'the PNG is cut off');
}

const ORIENTATION = 0x0112;

/** Orientation in the first directory of a TIFF block (Exif 2.32, section 4.6.4); null if the picture is upright. */
function sideUpIn(tiff: Uint8Array): number | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = ascii(tiff, 0, 2) === 'II';
  if (tiff.length < 8) return null;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return null;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 12 > tiff.length) return null;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const side = view.getUint16(at + 8, isLittle);
    return side >= 2 && side <= 8 ? side : null;
  }
  return null;
}

/** A TIFF block with a single entry: the orientation (type SHORT, one value). */
const exifOf = (side: number): Uint8Array =>
  Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, side, 0, 0, 0, 0, 0, 0);

function exifSegment(side: number): Uint8Array {
  const tiff = exifOf(side);
  const name = new TextEncoder().encode('Exif\0\0');
  return concatenate([Uint8Array.of(0xff, APP1, 0, 2 + name.length + tiff.length), name, tiff]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

/** PNG specification, third edition, annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
