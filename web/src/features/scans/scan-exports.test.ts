import { leftOutObjects } from '@duai/contract';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { lacksMasks } from './scan-exports.tsx';

it('an archive of masks is seen to lack some by the list at its end, however large the others are', async () => {
  const mask = new Uint8Array(100_000);
  const zip = (files: Record<string, Uint8Array>) => new Blob([zipSync(files, { level: 0 }) as BlobPart]);
  expect(await lacksMasks(zip({ 'a.dcm': mask, 'b.dcm': mask }))).toBe(false);
  expect(await lacksMasks(zip({ 'a.dcm': mask, [leftOutObjects.LEFT_OUT_FILE]: new Uint8Array(9000) }))).toBe(true);
});
