export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether a frame is a JPEG 2000 codestream: SOC and SIZ, with its fixed part (T.800 A.4.1, A.5.1). */
export const isCodestream = (stream: Uint8Array): boolean =>
  stream.length >= 42 && viewOf(stream).getUint32(0) === 0xff4fff51;

/** The size stated in a compressed frame. */
export interface StreamSize {
  rows: number;
  columns: number;
  components: number;
}

/** The size of the smallest component (T.800 B.2): in DICOM all components have the same size, and OpenJPH may hang on others. */
export function sizeOfCodestream(stream: Uint8Array): StreamSize {
  const view = viewOf(stream);
  const components = view.getUint16(40);
  const size = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY, components };
  for (let at = 42; at < 42 + components * 3 && at + 3 <= view.byteLength; at += 3) {
    const along = (end: number, offset: number, step: number) =>
      Math.ceil(view.getUint32(end) / step) - Math.ceil(view.getUint32(offset) / step);
    size.columns = Math.min(size.columns, along(8, 16, view.getUint8(at + 1)));
    size.rows = Math.min(size.rows, along(12, 20, view.getUint8(at + 2)));
  }
  return size;
}

/**
 * Whether the tiles of a JPEG 2000 codestream begin at or before the image and the first one reaches into it (T.800 B.3). If
 * not, OpenJPH counts tiles forever. True if there is no SIZ marker to check.
 */
export function hasTilesOnImage(stream: Uint8Array): boolean {
  if (!isCodestream(stream)) return true;
  const view = viewOf(stream);
  // For columns and rows: offset of the image, size and offset of the tiles.
  return [16, 20].every((at) => {
    const [image, size, tile] = [view.getUint32(at), view.getUint32(at + 8), view.getUint32(at + 16)];
    return size > 0 && tile <= image && tile + size > image;
  });
}

const CODING_STYLE = 0xff52;
const START_OF_TILE_PART = 0xff90;
const START_OF_PACKET = 0xff91;
const END_OF_PACKET_HEADER = 0xff92;
const START_OF_DATA = 0xff93;
const END_OF_CODESTREAM = 0xd9;
/** Of the coding style (T.800 table A.13): SOP and EPH markers may be among the packets. */
const HAS_PACKET_STARTS = 2;
const HAS_HEADER_ENDS = 4;

/**
 * Whether the packets of a JPEG 2000 codestream hold no marker but their own, SOP and EPH. Coders never write FF and then a
 * byte above 8F into a packet (T.800 B.10.1 for its header, annexes C and D for its body; T.814 for HTJ2K), and a decoder takes
 * such a pair for the end of the code-block (T.800 C.3.4) and makes up the rest without an error. True where no tile-part is
 * found.
 */
export function hasWholePackets(stream: Uint8Array): boolean {
  if (!isCodestream(stream)) return true;
  const view = viewOf(stream);
  let style = 0;
  let end: number | undefined;
  let at = 2;
  while (at + 4 <= stream.length) {
    const marker = view.getUint16(at);
    if (marker === START_OF_DATA && end !== undefined) {
      if (!isPacketData(stream.subarray(at + 2, end), style)) return false;
      at = end;
      end = undefined;
      continue;
    }
    if (marker < 0xff00) return true;
    if (marker === CODING_STYLE && at + 5 <= stream.length) style |= view.getUint8(at + 4);
    if (marker === START_OF_TILE_PART && at + 10 <= stream.length) end = endOfTilePart(stream, at);
    at += 2 + view.getUint16(at + 2);
  }
  return true;
}

/** A length of 0 is that of the last tile-part, which goes on to EOC (T.800 A.4.2). */
function endOfTilePart(stream: Uint8Array, at: number): number {
  const length = viewOf(stream).getUint32(at + 6);
  if (length >= 14) return at + length;
  const end = stream.lastIndexOf(END_OF_CODESTREAM) - 1;
  return end > at && stream[end] === 0xff ? end : stream.length;
}

function isPacketData(data: Uint8Array, style: number): boolean {
  for (let at = data.indexOf(0xff); at >= 0 && at + 1 < data.length; at = data.indexOf(0xff, at)) {
    const pair = 0xff00 | (data[at + 1] ?? 0);
    if (pair === START_OF_PACKET && style & HAS_PACKET_STARTS) {
      // Its length and the number of the packet.
      at += 6;
    } else if (pair === END_OF_PACKET_HEADER && style & HAS_HEADER_ENDS) at += 2;
    else if (pair > 0xff8f) return false;
    else at += 1;
  }
  return true;
}
