import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { batchesOf, gatherFiles } from './bulk-files.ts';

it('takes what may be an image, out of folders and ZIP archives, and leaves the rest of a disc', async () => {
  const zip = zipSync({
    'STUDY/IM0001': new Uint8Array([1, 2]),
    'STUDY/IM0002.dcm': new Uint8Array([3]),
    '__MACOSX/IM0001': new Uint8Array([9]),
    'viewer/start.exe': new Uint8Array([9]),
    DICOMDIR: new Uint8Array([9]),
  });
  const { files, unreadable } = await gatherFiles([
    new File(['x'], 'a.dcm'),
    new File(['x'], 'Thumbs.db'),
    new File([zip as Uint8Array<ArrayBuffer>], 'disc.zip'),
    new File(['no archive'], 'broken.zip'),
  ]);
  expect(files.map((file) => [file.name, file.size])).toEqual([
    ['a.dcm', 1],
    ['IM0001', 2],
    ['IM0002.dcm', 1],
  ]);
  expect(unreadable).toEqual(['broken.zip']);
});

it('sends in requests of bounded number and size, in order', () => {
  const mega = 1024 * 1024;
  expect(batchesOf(Array.from({ length: 1001 }, () => ({ size: 1 }))).map((batch) => batch.length)).toEqual([
    500, 500, 1,
  ]);
  expect(
    batchesOf([{ size: 400 * mega }, { size: 100 * mega }, { size: 100 * mega }]).map((batch) => batch.length),
  ).toEqual([2, 1]);
  expect(batchesOf([])).toEqual([]);
});
