import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The process that runs the embedded database of a data directory. */
export interface Owner {
  pid: number;
  /** Tells a process from a later one that was given the same number. */
  startedAt: string;
}

export type Claim = { owner: Owner; release?: never } | { owner?: never; release(): Promise<void> };

/**
 * One process at a time runs the database of a directory. Answers who does when it is another living process; what a
 * killed process (kill -9) left behind is replaced. A process that is just ending is waited for, `patienceMs` at most.
 */
export async function claimDirectory(dataDir: string, patienceMs: number): Promise<Claim> {
  const deadline = Date.now() + patienceMs;
  const path = join(dataDir, 'owner.json');
  const self: Owner = { pid: process.pid, startedAt: (await statusOf(process.pid)).startedAt };
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
  const now = await statusOf(pid);
  return now.startedAt === startedAt && !now.isOver;
}

/**
 * State and start time in clock ticks since boot, fields 3 and 22 of /proc/PID/stat (proc(5)); empty where there is no
 * /proc. A process that was killed and whose end nobody has asked for yet (Z, X) is over.
 */
async function statusOf(pid: number): Promise<{ startedAt: string; isOver: boolean }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets that may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { startedAt: fields[19] ?? '', isOver: fields[0] === 'Z' || fields[0] === 'X' };
}
