import { Readable } from 'node:stream';
import { LIMITS } from '@duai/contract';
import { expect, it } from 'vitest';
import { createCheckPauses } from './check-pauses.ts';
import { MOST_FILES_NAMED, receiveFiles } from './receive-files.ts';

/** A staging where every file is empty, or as large as given; it counts staged and discarded files. */
function emptyStaging(sizeBytes = 0) {
  const counted = { staged: 0, discarded: 0 };
  const tools = {
    storage: {
      stage: async () => {
        counted.staged += 1;
        return { path: '', sizeBytes, sha256: '' };
      },
      discard: async () => {
        counted.discarded += 1;
      },
    },
    pauses: createCheckPauses({ now: () => new Date() }),
  } as unknown as Parameters<typeof receiveFiles>[0];
  return { tools, counted };
}

async function* parts(count: number, taken: { last: number }) {
  for (let number = 1; number <= count; number += 1) {
    taken.last = number;
    yield { name: `part-${number}`, stream: Readable.from([]) };
  }
}

it('names every file of a submission, those beyond the limit of a case too', async () => {
  const { tools } = emptyStaging();
  const { files, refused } = await receiveFiles(tools, parts(LIMITS.filesPerCase + 2, { last: 0 }));
  expect(files).toEqual([]);
  expect(refused.map(({ code }) => code).slice(-3)).toEqual(['EMPTY', 'TOO_MANY_FILES', 'TOO_MANY_FILES']);
});

it('does not take a body that has no end of parts: it stops, says so and keeps nothing', async () => {
  const { tools, counted } = emptyStaging();
  const taken = { last: 0 };
  await expect(receiveFiles(tools, parts(Number.POSITIVE_INFINITY, taken))).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
  });
  expect(taken.last).toBe(MOST_FILES_NAMED + 1);
  expect(counted.staged).toBe(LIMITS.filesPerCase);
  expect(counted.discarded).toBe(counted.staged);
});

it('refuses a file beyond its limit, and keeps nothing of it', async () => {
  const { tools, counted } = emptyStaging(11);
  const { refused } = await receiveFiles(tools, parts(1, { last: 0 }), { maxFileBytes: 10 });
  expect(refused).toEqual([{ name: 'part-1', code: 'TOO_LARGE' }]);
  expect(counted).toEqual({ staged: 1, discarded: 1 });
});

it('tells a failure of ours while files arrive as what it is, not as an upload that broke off; nothing is kept', async () => {
  const { tools, counted } = emptyStaging(11);
  const away = new Error('the database is away');
  const room = { take: () => Promise.reject(away) };
  await expect(receiveFiles(tools, parts(3, { last: 0 }), { room })).rejects.toBe(away);
  expect(counted).toEqual({ staged: 1, discarded: 1 });
});
