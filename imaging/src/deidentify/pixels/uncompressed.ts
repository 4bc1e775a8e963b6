import { bytesSource } from '../../files/byte-source.ts';
import { concatenate } from '../../files/concatenate.ts';
import { type OpenDataSet, openDataSet } from '../../files/data-set.ts';
import { EXPLICIT_LE } from '../../files/layout.ts';
import { ImagingError } from '../../files/refusal.ts';
import { type ElementToWrite, encode, fileMeta } from '../../files/write.ts';
import { readHeader } from '../../headers/read-header.ts';
import { decompress } from '../../pixels/decompress.ts';
import { frameReader } from '../../pixels/frames/frame-places.ts';
import { canBlackOut, nativeBytes } from './can-black-out.ts';

/**
 * The file with its pixels in Explicit VR Little Endian (PS3.5 annex A.2), every frame decoded; an uncompressed file is
 * returned unchanged. The statement that it was compressed with loss is kept (PS3.3 C.7.6.1.1.5). Data after the pixels are
 * left out: padding, and signatures that are no longer valid.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED if `canBlackOut` is false or the data set is not explicit, and as
 * `decodeFrame`
 */
export async function uncompressed(file: Uint8Array): Promise<Uint8Array> {
  const open = openDataSet(file);
  const header = readHeader(open);
  if (!header.pixelData.isEncapsulated) return file;
  // Compressed pixels require an explicit little endian data set (PS3.5 annex A.4), but some files violate this.
  if (!canBlackOut(header) || open.layout.encoding !== 'explicit-le')
    throw new ImagingError('TRANSFER_SYNTAX_NOT_SUPPORTED', 'these compressed pixels cannot be unpacked here');
  const pixels = new Uint8Array(nativeBytes(header));
  const frameBytes = pixels.length / header.frames;
  const readFrame = frameReader(bytesSource(open.bytes), open, header);
  let { photometricInterpretation } = header;
  for (let frame = 0; frame < header.frames; frame += 1) {
    const { stored, ...found } = await decompress(header, (await readFrame(frame)).bytes);
    pixels.set(new Uint8Array(stored.buffer, stored.byteOffset, frameBytes), frame * frameBytes);
    photometricInterpretation = found.photometricInterpretation;
  }
  const { mediaStorageSopClassUid, mediaStorageSopInstanceUid } = open.layout;
  return concatenate([
    fileMeta({
      sopClassUid: mediaStorageSopClassUid ?? header.sopClassUid ?? '',
      sopInstanceUid: mediaStorageSopInstanceUid ?? header.sopInstanceUid ?? '',
      transferSyntaxUid: EXPLICIT_LE,
    }),
    ...beforePixels(open, [
      { tag: 0x00280004, vr: 'CS', value: photometricInterpretation },
      // Decoded colour is interleaved.
      ...(header.samplesPerPixel > 1 ? [{ tag: 0x00280006, vr: 'US', value: [0] } satisfies ElementToWrite] : []),
    ]),
    encode([{ tag: 0x7fe00010, vr: header.bitsAllocated > 8 ? 'OW' : 'OB', value: pixels }]),
  ]);
}

/** Group of the pixels, which also contains the offsets of compressed frames (PS3.3 C.7.6.3). */
const PIXEL_GROUP = '7fe0';
/** Length of tag, VR and length before the short values that are replaced (PS3.5 table 7.1-2). */
const SHORT_HEAD = 8;

/** The data set up to the pixels, with the given elements replaced. */
function beforePixels({ bytes, dataSet, layout }: OpenDataSet, replaced: readonly ElementToWrite[]): Uint8Array[] {
  const places = new Map(replaced.map((element) => [`x${element.tag.toString(16).padStart(8, '0')}`, element]));
  const parts: Uint8Array[] = [];
  let from = layout.offset;
  let end = bytes.length;
  const elements = Object.values(dataSet.elements).sort((a, b) => a.dataOffset - b.dataOffset);
  for (const element of elements) {
    if (element.tag.startsWith(PIXEL_GROUP, 1)) {
      end = startOf(element.dataOffset, element.vr);
      break;
    }
    const other = places.get(element.tag);
    if (!other) continue;
    parts.push(bytes.subarray(from, element.dataOffset - SHORT_HEAD), encode([other]));
    from = element.dataOffset + element.length;
  }
  parts.push(bytes.subarray(from, end));
  return parts;
}

const LONG_HEAD = 12;
const startOf = (dataOffset: number, vr: string | undefined): number =>
  dataOffset - (vr && ['OB', 'OW', 'OV', 'UV', 'UN'].includes(vr) ? LONG_HEAD : SHORT_HEAD);
