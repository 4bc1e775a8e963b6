import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaging } from '../../adapters/storage/staging.ts';
import { oneAfterTheOther, stageArchive } from './stage-archive.ts';

describe('[CAT-018] an archive that is sent', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'duai-stage-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('is refused when it goes on beyond the limit, however long it says that it is, and leaves nothing', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1024;
        yield Buffer.alloc(1024);
      }
    }
    await expect(stageArchive(createStaging(dir), Readable.from(endless()), 64 * 1024)).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    });
    expect(read).toBeLessThan(1024 * 1024);
    expect(await readdir(dir, { recursive: true })).toEqual([]);
  });

  it('is refused when the connection is cut, and leaves nothing', async () => {
    async function* cut() {
      yield Buffer.alloc(1024);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
    await expect(stageArchive(createStaging(dir), Readable.from(cut()))).rejects.toMatchObject({
      code: 'UPLOAD_INTERRUPTED',
    });
    expect(await readdir(dir, { recursive: true })).toEqual([]);
  });

  it('is checked after the one before it, also when that one failed', async () => {
    const inTurn = oneAfterTheOther();
    const order: string[] = [];
    const step = (name: string, fails = false) =>
      inTurn(async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const [one, two] = [step('one', true), step('two')];
    await expect(one).rejects.toThrow('one');
    await two;
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });
});
