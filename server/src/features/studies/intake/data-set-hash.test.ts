import { createHash } from 'node:crypto';
import { fileMeta } from '@duai/imaging';
import { expect, it } from 'vitest';
import { smallPhantom } from '../../../testing/samples.ts';
import { createDataSetHash } from './data-set-hash.ts';

const file = smallPhantom(3).files[0]!.bytes;
const { buffer, byteOffset, byteLength } = file;
const dataSet = Buffer.from(file.subarray(144 + new DataView(buffer, byteOffset, byteLength).getUint32(140, true)));
const hashOf = (bytes: Buffer, size: number) => {
  const hash = createDataSetHash();
  for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size));
  return hash.digest();
};

it('is of the data set alone, whatever meta information is in front of it, and however it comes', () => {
  const expected = createHash('sha256').update(dataSet).digest('hex');
  const other = fileMeta({ sopClassUid: '1.2.3', sopInstanceUid: '1.2.4', transferSyntaxUid: '1.2.840.10008.1.2.1' });
  expect(hashOf(Buffer.from(file), 100)).toBe(expected);
  expect(hashOf(Buffer.concat([other, dataSet]), 70_000)).toBe(expected);
  expect(hashOf(dataSet, 4096)).toBe(expected);
});

it('is null where the file ends within its meta information', () => {
  expect(hashOf(Buffer.from(file.subarray(0, 170)), 10)).toBeNull();
});
