import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { chestPhantom } from '@duai/imaging';
import { caseMapping, deidentify } from '@duai/imaging/deidentify';

/** Public test data beside the repository. */
export const TEST_DATA = process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** One slice of a generated chest CT. */
export const dicomFile = (): Uint8Array =>
  chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 }).files[0]!.bytes;

/** Paths of the 24 files of a generated chest CT on disk. */
export async function phantomFiles(): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-phantom-'));
  const { files } = chestPhantom({
    slices: 24,
    matrix: 128,
    pixelSpacingMm: 2.8,
    sliceThicknessMm: 10,
    emphysemaShare: 0.05,
  });
  const paths = files.map((file) => join(dir, file.name));
  await Promise.all(files.map((file, index) => writeFile(paths[index]!, file.bytes)));
  return paths;
}

/** A folder with one chest CT: a real one from the test data, or a generated one if they are missing. */
export async function chestFolder(): Promise<{ folder: string; paths: string[]; isReal: boolean }> {
  const real = join(TEST_DATA, 'chest-ct', 'b40f-smooth');
  if (!existsSync(real)) {
    const paths = await phantomFiles();
    return { folder: dirname(paths[0]!), paths, isReal: false };
  }
  return { folder: real, paths: (await readdir(real)).sort().map((name) => join(real, name)), isReal: true };
}

/** SHA-256 of the content that the page sends for a file: de-identified with the key of the case. */
export async function sentHash(bytes: Uint8Array, key: string): Promise<string> {
  const source = {
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const mapping = caseMapping(Buffer.from(key, 'hex'));
  const { head, rest } = await deidentify(source, { mapping, isPixelDataClean: false });
  const hash = createHash('sha256').update(head);
  return (rest ? hash.update(bytes.subarray(rest.offset, rest.offset + rest.length)) : hash).digest('hex');
}

/** Path under which a server stores a file with this SHA-256. */
export const storedPath = (dataDir: string, sha256: string): string =>
  join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** A grey PNG of 16 × 16 pixels (PNG specification, third edition, section 11). */
export function pngFile(): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(16, 0);
  header.writeUInt32BE(16, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(16 * 17, 0x80);
  for (let row = 0; row < 16; row += 1) rows[row * 17] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
