import { expect, it } from 'vitest';
import type { LentFile } from '../../../adapters/storage/port.ts';
import { lendInto } from './lend-files.ts';

const HASHES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Files that come in another order than they were asked for; `damaged` fails at once. */
function storage(damaged?: string) {
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const checkout = async (sha256: string): Promise<LentFile> => {
    asked.push(sha256);
    if (sha256 === damaged) throw new Error('damaged');
    open += 1;
    most = Math.max(most, open);
    for (let turn = HASHES.indexOf(sha256); turn < HASHES.length; turn += 1) await Promise.resolve();
    open -= 1;
    return { path: sha256, release: async () => {} };
  };
  return { checkout, asked, most: () => most };
}

it('lends files in their order, four at a time', async () => {
  const lent: LentFile[] = [];
  const files = storage();
  await lendInto(lent, files, HASHES);
  expect(lent.map(({ path }) => path)).toEqual(HASHES);
  expect(files.most()).toBe(4);
});

it('where one is damaged, those beside it that were lent are there to be released, and no more are asked for', async () => {
  const lent: LentFile[] = [];
  const files = storage('b');
  await expect(lendInto(lent, files, HASHES)).rejects.toThrow('damaged');
  expect(lent.map(({ path }) => path)).toEqual(['a', 'c', 'd']);
  expect(files.asked).toEqual(['a', 'b', 'c', 'd']);
});
