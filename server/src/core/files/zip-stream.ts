import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { createSpill } from './spill.ts';

export interface ZipEntry {
  /** Path within the archive, with forward slashes. */
  name: string;
  modifiedAt: Date;
  /** True for text. Image files are hardly compressible. */
  isCompressed?: boolean;
  /** Called when the entry's turn comes, one at a time, so that nothing is open before. Less than 4 GiB. */
  open(): Promise<Readable>;
}

export interface ZipOptions {
  /** Whether the archive continues when an entry cannot be read (or read further); its directory then omits the entry. */
  goesOnWithout?(entry: ZipEntry, error: unknown): boolean;
}

/**
 * A ZIP file (PKWARE APPNOTE 6.3.10, ZIP64 where needed) as a stream. Entries are opened in turn, as fast as the client
 * reads, and the directory for the end is kept in a file. So memory grows neither with the bytes nor with the number of
 * entries; libraries keep an object for each, 0.5 to 1.8 GB for a million (docs/decisions/0080). An entry that cannot
 * be read destroys the stream unless `goesOnWithout` says otherwise, so that an incomplete archive never looks
 * complete. When the client leaves, open files are closed.
 */
export function zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  { goesOnWithout = () => false }: ZipOptions = {},
): Readable {
  const progress: Progress = { isLeft: false };
  const output = Readable.from(archive(entries, progress, goesOnWithout), { objectMode: false });
  output.once('close', () => {
    progress.isLeft = true;
    progress.current?.destroy();
  });
  return output;
}

interface Progress {
  isLeft: boolean;
  current?: Readable;
}
interface Written {
  crc: number;
  compressed: number;
  size: number;
}

const STORED = 0;
const DEFLATED = 8;
/** Bit 3: sizes follow the data; bit 11: names are UTF-8 (APPNOTE 4.4.4). */
const FLAGS = 0x0808;
const ZIP64_VERSION = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

async function* archive(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  progress: Progress,
  goesOnWithout: NonNullable<ZipOptions['goesOnWithout']>,
) {
  const directory = createSpill();
  let offset = 0;
  let count = 0;
  try {
    for await (const entry of entries) {
      const name = Buffer.from(entry.name);
      const method = entry.isCompressed ? DEFLATED : STORED;
      const common = commonHeader(method, entry.modifiedAt);
      const head = localHeader(common, name);
      const written: Written = { crc: 0, compressed: 0, size: 0 };
      let isBegun = false;
      try {
        const source = await entry.open();
        progress.current = source;
        if (progress.isLeft) source.destroy();
        isBegun = true;
        yield head;
        yield* contentOf(source, method, written);
      } catch (error) {
        if (progress.isLeft || !goesOnWithout(entry, error)) throw error;
        // Bytes already sent of this entry stay in the archive; the directory skips them, so readers do too.
        if (isBegun) offset += head.length + written.compressed;
        continue;
      }
      const descriptor = dataDescriptor(written);
      yield descriptor;
      await directory.add(directoryRecord(common, name, written, offset));
      offset += head.length + written.compressed + descriptor.length;
      count += 1;
    }
    yield* directory.read();
    yield endOfDirectory(count, directory.size(), offset);
  } finally {
    progress.current?.destroy();
    await directory.close();
  }
}

async function* contentOf(source: Readable, method: number, written: Written): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const piece of source) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer);
      written.crc = crc32(bytes, written.crc);
      written.size += bytes.length;
      yield bytes;
    }
  };
  for await (const bytes of method === DEFLATED ? deflated(counted()) : counted()) {
    written.compressed += bytes.length;
    if (written.size > MAX_32 || written.compressed > MAX_32) throw new Error('an entry of the archive is too large');
    yield bytes;
  }
}

async function* deflated(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feed = async () => {
    for await (const piece of pieces) if (!deflate.write(piece)) await once(deflate, 'drain');
    deflate.end();
  };
  feed().catch((error: unknown) => deflate.destroy(error as Error));
  yield* deflate as AsyncIterable<Buffer>;
}

/** The fields from "version needed" to the date, equal in the local header and the directory (APPNOTE 4.3.7, 4.3.12). */
function commonHeader(method: number, at: Date): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16LE(ZIP64_VERSION, 0);
  bytes.writeUInt16LE(FLAGS, 2);
  bytes.writeUInt16LE(method, 4);
  // MS-DOS time and date, from 1980, in UTC like the rest of this server.
  bytes.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  const year = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127);
  bytes.writeUInt16LE((year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  return bytes;
}

function localHeader(common: Buffer, name: Buffer): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(0x04034b50, 0);
  common.copy(bytes, 4);
  bytes.writeUInt16LE(name.length, 26);
  return Buffer.concat([bytes, name]);
}

/** APPNOTE 4.3.9. */
function dataDescriptor({ crc, compressed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(compressed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function directoryRecord(common: Buffer, name: Buffer, { crc, compressed, size }: Written, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  // Version made by: 3 = Unix, so that the permissions below are used.
  bytes.writeUInt16LE((3 << 8) | ZIP64_VERSION, 4);
  common.copy(bytes, 6);
  bytes.writeUInt32LE(crc, 16);
  bytes.writeUInt32LE(compressed, 20);
  bytes.writeUInt32LE(size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(isFar ? 12 : 0, 30);
  bytes.writeUInt32LE((0o100644 << 16) >>> 0, 38);
  bytes.writeUInt32LE(isFar ? MAX_32 : offset, 42);
  if (!isFar) return Buffer.concat([bytes, name]);
  // ZIP64 extended information: only the fields that did not fit above (APPNOTE 4.5.3).
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([bytes, name, extra]);
}

/** With ZIP64 records before it where a number does not fit (APPNOTE 4.3.14–4.3.16). */
function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE((3 << 8) | ZIP64_VERSION, 12);
  large.writeUInt16LE(ZIP64_VERSION, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(offset + size), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

/** A file-system-safe name within an archive, without a path. */
export const safeName = (text: string): string =>
  text
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || '_';
