import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { batchesOf, gatherFiles, isTooLargeToMeasure, untilAnswered } from './bulk-files.ts';

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

it('sends a request again whose connection was lost, and no other', async () => {
  const lost = new Error('lost');
  const refused = new Error('refused');
  const waited: number[] = [];
  const run = (outcomes: (Error | string)[]) => {
    const told: boolean[] = [];
    const answer = untilAnswered(
      async (isAgain) => {
        told.push(isAgain);
        const outcome = outcomes.shift();
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      (error) => error === lost,
      async (ms) => void waited.push(ms),
    );
    return answer.then(
      (value) => [value, told],
      (error: unknown) => [error, told],
    );
  };
  expect(await run(['taken'])).toEqual(['taken', [false]]);
  expect(await run([lost, lost, 'taken'])).toEqual(['taken', [false, true, true]]);
  expect(waited).toEqual([1000, 2000]);
  expect(await run([refused, 'taken'])).toEqual([refused, [false]]);
  expect(await run([lost, lost, lost, lost, 'taken'])).toEqual([lost, [false, true, true, true]]);
});

it('says of a selection that may be too large for a measurement what the limit is, and of no other', () => {
  const mostVoxels = 224_744_789;
  expect(isTooLargeToMeasure(400e6, mostVoxels)).toBe(false);
  expect(isTooLargeToMeasure(2.1e9, mostVoxels)).toBe(true);
});
