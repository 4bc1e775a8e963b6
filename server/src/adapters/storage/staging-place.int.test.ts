import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { claimStagingPlace } from './staging-place.ts';

const log = createLogger('silent');
let root: string;
beforeEach(async () => {
  root = join(await temporaryDirectory(), 'staging');
});
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }));

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Starts another process, which claims a place, stages one file and waits. */
async function startOther() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./testdata/stager.ts')), root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, file: text.trim() };
}

it('clears what a killed process left behind, and leaves alone what another one is staging', async () => {
  const killed = await startOther();
  const running = await startOther();
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const own = await claimStagingPlace(root, log);
  expect([await isThere(killed.file), await isThere(running.file)]).toEqual([false, true]);
  await own.release();
  expect(await readdir(root)).toHaveLength(2);
  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
  await (await claimStagingPlace(root, log)).release();
  expect(await readdir(root)).toEqual([]);
});

it('judges an owner on another machine by its signs of life', async () => {
  const first = await claimStagingPlace(root, log);
  const ownerFile = `${first.dir}.owner`;
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const owner = { ...(JSON.parse(await readFile(ownerFile, 'utf8')) as object), pid, place: 'elsewhere' };
  await writeFile(ownerFile, JSON.stringify(owner));
  const next = await claimStagingPlace(root, log);
  expect(await isThere(first.dir)).toBe(true);

  const longAgo = new Date(Date.now() - 11 * 60_000);
  await utimes(ownerFile, longAgo, longAgo);
  const last = await claimStagingPlace(root, log);
  expect([await isThere(first.dir), await isThere(ownerFile)]).toEqual([false, false]);
  for (const place of [first, next, last]) await place.release();
});

it('clears what lay there before places had owners, once it is old', async () => {
  await mkdir(root, { recursive: true });
  const stray = join(root, 'stray');
  const fresh = join(root, 'fresh');
  for (const path of [stray, fresh]) await writeFile(path, 'image');
  const longAgo = new Date(Date.now() - 11 * 60_000);
  await utimes(stray, longAgo, longAgo);
  const own = await claimStagingPlace(root, log);
  expect([await isThere(stray), await isThere(fresh)]).toEqual([false, true]);
  await own.release();
});
