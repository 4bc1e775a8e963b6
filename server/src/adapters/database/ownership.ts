import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The process that runs the embedded database of a data directory. */
export interface Owner {
  pid: number;
  /** Tells a process from a later one that was given the same number. */
  startedAt: string;
}

export type Claim = { owner: Owner; release?: never } | { owner?: never; release(): Promise<void> };

/**
 * One process at a time runs the database of a directory. Answers who does when it is another living process; what a
 * killed process (kill -9) left behind is replaced.
 */
export async function claimDirectory(dataDir: string): Promise<Claim> {
  const path = join(dataDir, 'owner.json');
  const self: Owner = { pid: process.pid, startedAt: await startOf(process.pid) };
  for (;;) {
    try {
      await writeFile(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(path);
    if (owner && (await isLiving(owner))) return { owner };
    await rm(path, { force: true });
  }
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    // Cut off by a crash while it was written, or just removed.
    return undefined;
  }
}

async function isLiving({ pid, startedAt }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await startOf(pid)) === startedAt;
}

/** Start time in clock ticks since boot, field 22 of /proc/PID/stat (proc(5)); empty where there is no /proc. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets that may hold spaces.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
