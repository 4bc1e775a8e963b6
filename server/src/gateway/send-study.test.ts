import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource } from '@duai/imaging';
import { readOriginal } from '@duai/imaging/deidentify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhantom } from '../testing/samples.ts';
import { sendStudy } from './rounds.ts';
import { openVault, type Vault } from './vault.ts';

const dir = join(tmpdir(), `duai-send-study-${process.pid}`);
let vault: Vault;
let study: string;
let uids: string[];
beforeAll(async () => {
  vault = await openVault(dir);
  for (const { name, bytes } of smallPhantom().files.slice(0, 3)) {
    const file = join(vault.incoming, name);
    await writeFile(file, bytes);
    const original = await readOriginal(bytesSource(bytes));
    study = vault.mapping.uid(original.studyInstanceUid);
    await vault.keep(file, original, Date.now());
  }
  uids = (await vault.queued(study)).map((path) => path.split('/').at(-1) ?? '');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A service that answers so, after it has read all that is sent. */
const answering = (stored: string[], keptAside: string[]) => ({
  async store(instances: readonly (() => AsyncIterable<Uint8Array>)[]) {
    for (const open of instances) for await (const _ of open());
    return { stored: new Set(stored), keptAside: new Set(keptAside) };
  },
});

it('what the service stored or kept aside leaves the queue, and what it kept aside is counted; the rest is sent again', async () => {
  const [one = '', two = '', three = ''] = uids;
  await expect(sendStudy(vault, answering([one], [two]), study)).rejects.toThrow('did not take 1 of 3');
  expect((await vault.queued(study)).map((path) => path.split('/').at(-1))).toEqual([three]);
  expect(await vault.keptAside(study)).toBe(1);
  await sendStudy(vault, answering([three], []), study);
  expect([await vault.queued(study), await vault.keptAside(study)]).toEqual([[], 1]);
});
