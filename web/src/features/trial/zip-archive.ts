/** A file that is going to be sent; `open` gives its content when its turn comes, so that memory does not grow with an archive. */
export interface PendingFile {
  readonly name: string;
  readonly size: number;
  /** @throws Error where an archive holds something else than it says */
  open(): Promise<File>;
}

export const pendingFile = (file: File): PendingFile => ({ name: file.name, size: file.size, open: async () => file });

/** Of one entry as the central directory tells it (APPNOTE.TXT 6.3.10, section 4.3.12). */
interface Entry {
  readonly path: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_SIZE = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR_SIZE = 20;
const ENTRY_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** The value that says "in the ZIP64 field instead". */
const ELSEWHERE = 0xffffffff;
/** 200,000 files with long paths; more is no archive of studies. */
const DIRECTORY_MAX_BYTES = 64 * 1024 * 1024;

/**
 * The files of an archive by its central directory; nothing is unpacked, and of an archive of any size only its
 * directory is read. ZIP64 is understood; encrypted archives and parts of split ones are not.
 * @throws Error where it is no such archive
 */
export async function readArchive(archive: File): Promise<(PendingFile & { readonly path: string })[]> {
  const entries = await readDirectory(archive);
  return entries
    .filter(({ path }) => !path.endsWith('/'))
    .map((entry) => {
      const name = entry.path.split('/').at(-1)!;
      return { path: entry.path, name, size: entry.size, open: () => unpack(archive, entry, name) };
    });
}

const view = async (blob: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await blob.slice(Math.max(0, from), to).arrayBuffer());
const long = (bytes: DataView, at: number): number => Number(bytes.getBigUint64(at, true));

async function readDirectory(archive: File): Promise<Entry[]> {
  const from = Math.max(0, archive.size - END_SIZE - COMMENT_MAX);
  const tail = await view(archive, from, archive.size);
  let at = tail.byteLength - END_SIZE;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new Error('not a ZIP archive');
  let size = tail.getUint32(at + 12, true);
  let offset = tail.getUint32(at + 16, true);
  const locator = await view(archive, from + at - LOCATOR_SIZE, from + at);
  if (locator.byteLength === LOCATOR_SIZE && locator.getUint32(0, true) === END_64_LOCATOR) {
    const end = await view(archive, long(locator, 8), long(locator, 8) + 56);
    if (end.getUint32(0, true) !== END_64) throw new Error('the ZIP64 end of the directory is missing');
    size = long(end, 40);
    offset = long(end, 48);
  }
  if (size > DIRECTORY_MAX_BYTES || offset + size > archive.size) throw new Error('the directory is damaged');
  const directory = await view(archive, offset, offset + size);
  const entries: Entry[] = [];
  for (let next = 0; next < size; ) {
    if (directory.getUint32(next, true) !== DIRECTORY_ENTRY) throw new Error('the directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.getUint16(next + field, true),
    ) as [number, number, number];
    entries.push(readEntry(directory, next, nameLength, extraLength));
    next += ENTRY_SIZE + nameLength + extraLength + commentLength;
  }
  return entries;
}

function readEntry(directory: DataView, at: number, nameLength: number, extraLength: number): Entry {
  const flags = directory.getUint16(at + 8, true);
  const sizes = [24, 20, 42].map((field) => directory.getUint32(at + field, true));
  // ZIP64 (section 4.5.3): the fields that did not fit follow each other in this order.
  const end = at + ENTRY_SIZE + nameLength + extraLength;
  for (let field = at + ENTRY_SIZE + nameLength; field + 4 <= end; field += 4 + directory.getUint16(field + 2, true)) {
    if (directory.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    for (const [index, size] of sizes.entries()) {
      if (size !== ELSEWHERE) continue;
      sizes[index] = long(directory, value);
      value += 8;
    }
  }
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_SIZE, nameLength);
  return {
    // The name is only shown; archives of before UTF-8 have another alphabet in its place.
    path: new TextDecoder().decode(name),
    isEncrypted: (flags & 1) === 1,
    method: directory.getUint16(at + 10, true),
    size: sizes[0]!,
    packedSize: sizes[1]!,
    headerOffset: sizes[2]!,
  };
}

async function unpack(archive: File, entry: Entry, name: string): Promise<File> {
  if (entry.isEncrypted) throw new Error('the entry is encrypted');
  const header = await view(archive, entry.headerOffset, entry.headerOffset + LOCAL_HEADER_SIZE);
  if (header.getUint32(0, true) !== LOCAL_HEADER) throw new Error('the entry is damaged');
  const from = entry.headerOffset + LOCAL_HEADER_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = archive.slice(from, from + entry.packedSize);
  if (entry.method === STORED && packed.size === entry.size) return new File([packed], name);
  if (entry.method !== DEFLATED) throw new Error('the entry is packed in a way that is not supported');
  return new File(await inflate(packed, entry.size), name);
}

/** Stops where there is more than the directory said: an archive that lies is not unpacked. */
async function inflate(packed: Blob, size: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > size) {
      await reader.cancel();
      throw new Error('the entry is larger than its archive says');
    }
    chunks.push(value);
  }
  if (length !== size) throw new Error('the entry is cut off');
  return chunks;
}
