import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLiving, ownIdentity, type ProcessIdentity } from '../../core/processes.ts';

/** The process that runs the embedded database of a data directory. */
type Owner = ProcessIdentity;

export type Claim = { owner: Owner; release?: never } | { owner?: never; release(): Promise<void> };

/**
 * Makes this process the owner of the directory's database. Returns the owner instead where another living process owns
 * it; what a killed process left (kill -9) is replaced. Waits at most `patienceMs` for a process that is ending.
 */
export async function claimDirectory(dataDir: string, patienceMs: number): Promise<Claim> {
  const deadline = Date.now() + patienceMs;
  const path = join(dataDir, 'owner.json');
  const self: Owner = await ownIdentity();
  for (;;) {
    try {
      await writeFile(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(path);
    if (!owner || !(await isLiving(owner))) await rm(path, { force: true });
    else if (Date.now() >= deadline) return { owner };
    else await pause(50);
  }
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    // The file was cut off by a crash, or was just removed.
    return undefined;
  }
}
