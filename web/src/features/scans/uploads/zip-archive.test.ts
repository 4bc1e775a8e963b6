import {
  ERR_BAD_FORMAT,
  ERR_CENTRAL_DIRECTORY_NOT_FOUND,
  ERR_ENCRYPTED,
  ERR_INVALID_CRC32,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_UNSUPPORTED_COMPRESSION,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readArchive } from './zip-archive.ts';

const packed = (files: Parameters<typeof zipSync>[0], comment = ''): Uint8Array<ArrayBuffer> => {
  const bytes = zipSync(files);
  const whole = new Uint8Array(bytes.length + comment.length);
  whole.set(bytes);
  whole.set(new TextEncoder().encode(comment), bytes.length);
  return whole;
};
const archive = (...parts: BlobPart[]) => new File(parts, 'study.zip');
const text = async (file: File) => new TextDecoder().decode(await file.arrayBuffer());
const indexOf = (bytes: Uint8Array, signature: number) => {
  const view = new DataView(bytes.buffer);
  for (let at = bytes.length - 4; at >= 0; at -= 1) if (view.getUint32(at, true) === signature) return at;
  throw new Error('no such record');
};

it('lists an archive by its directory and unpacks an entry only when it is opened', async () => {
  const slice = 'slice '.repeat(1000);
  const bytes = packed(
    {
      'CT/': new Uint8Array(),
      'CT/Görüntü 1': new TextEncoder().encode(slice),
      'CT/2.dcm': [new TextEncoder().encode('stored'), { level: 0 }],
      'CT/3.dcm': [new Uint8Array(3_000_000), { level: 0 }],
    },
    'a comment at the end',
  );
  const file = archive(bytes);
  let read = 0;
  const slicing = file.slice.bind(file);
  file.slice = (from, to) => {
    const part = slicing(from, to);
    read += part.size;
    return part;
  };
  const entries = await readArchive(file);
  expect(entries.map(({ path, name, size }) => [path, name, size])).toEqual([
    ['CT/Görüntü 1', 'Görüntü 1', slice.length],
    ['CT/2.dcm', '2.dcm', 6],
    ['CT/3.dcm', '3.dcm', 3_000_000],
  ]);
  expect(read).toBeLessThan(300_000);
  expect(await Promise.all(entries.slice(0, 2).map(async (entry) => text(await entry.open())))).toEqual([
    slice,
    'stored',
  ]);
});

it('finds entries beyond 4 GB by their ZIP64 fields', async () => {
  const plain = packed({ 'IM 1': [new TextEncoder().encode('far away'), { level: 0 }] });
  const directoryAt = indexOf(plain, 0x02014b50);
  const endAt = indexOf(plain, 0x06054b50);
  const name = plain.slice(directoryAt + 46, endAt);
  const record = new Uint8Array(46 + name.length + 28);
  record.set(plain.slice(directoryAt, directoryAt + 46));
  record.set(name, 46);
  const view = new DataView(record.buffer);
  view.setUint16(30, 28, true);
  for (const field of [20, 24, 42]) view.setUint32(field, 0xffffffff, true);
  const extra = 46 + name.length;
  view.setUint16(extra, 1, true);
  view.setUint16(extra + 2, 24, true);
  view.setBigUint64(extra + 4, 8n, true);
  view.setBigUint64(extra + 12, 8n, true);
  view.setBigUint64(extra + 20, 0n, true);
  const end64 = new DataView(new ArrayBuffer(56));
  end64.setUint32(0, 0x06064b50, true);
  end64.setBigUint64(40, BigInt(record.length), true);
  end64.setBigUint64(48, BigInt(directoryAt), true);
  const locator = new DataView(new ArrayBuffer(20));
  locator.setUint32(0, 0x07064b50, true);
  locator.setBigUint64(8, BigInt(directoryAt + record.length), true);
  const end = plain.slice(endAt);
  new DataView(end.buffer).setUint32(12, 0xffffffff, true);
  new DataView(end.buffer).setUint32(16, 0xffffffff, true);
  const [entry] = await readArchive(archive(plain.slice(0, directoryAt), record, end64.buffer, locator.buffer, end));
  expect([entry!.size, await text(await entry!.open())]).toEqual([8, 'far away']);
});

it('does not unpack more than the directory says, nor what is cut off, encrypted or packed in another way', async () => {
  const whole = packed({ IM1: new TextEncoder().encode('slice '.repeat(1000)) });
  /** Changes a field in the central directory; in the entry's local header it is two bytes earlier. */
  const changed = async (field: number, value: number) => {
    const bytes = whole.slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(indexOf(bytes, 0x02014b50) + field, value, true);
    view.setUint32(indexOf(bytes, 0x04034b50) + field - 2, value, true);
    const [entry] = await readArchive(archive(bytes));
    return entry!.open();
  };
  await expect(changed(24, 6000)).resolves.toHaveProperty('size', 6000);
  await expect(changed(24, 100)).rejects.toThrow(ERR_INVALID_UNCOMPRESSED_SIZE);
  await expect(changed(24, 100_000)).rejects.toThrow(ERR_INVALID_CRC32);
  await expect(changed(16, 1)).rejects.toThrow(ERR_INVALID_CRC32);
  await expect(changed(8, 0x0008_0001)).rejects.toThrow(ERR_ENCRYPTED);
  await expect(changed(8, 0x000c_0000)).rejects.toThrow(ERR_UNSUPPORTED_COMPRESSION);
});

it('says that a file is no archive', async () => {
  await expect(readArchive(archive('no archive at all'))).rejects.toThrow(ERR_BAD_FORMAT);
  await expect(readArchive(archive())).rejects.toThrow(ERR_BAD_FORMAT);
  const damaged = packed({ IM1: new Uint8Array(100) });
  damaged[indexOf(damaged, 0x02014b50)] = 0;
  await expect(readArchive(archive(damaged))).rejects.toThrow(ERR_CENTRAL_DIRECTORY_NOT_FOUND);
});
