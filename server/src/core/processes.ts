import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process, told from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks since boot; empty where there is no /proc. */
  startedAt: string;
}

export const ownIdentity = async (): Promise<ProcessIdentity> => ({
  pid: process.pid,
  startedAt: (await statusOf(process.pid)).startedAt,
});

/** Where process numbers mean the same: this boot of this machine, this container (pid_namespaces(7)). */
export async function ownPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot.trim(), namespace].join(' ');
}

export async function isLiving({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = await statusOf(pid);
  return now.startedAt === startedAt && !now.isOver;
}

/**
 * State and start time, fields 3 and 22 of /proc/PID/stat (proc(5)). A process that was killed and whose end nobody has
 * asked for yet (Z, X) is over.
 */
async function statusOf(pid: number): Promise<{ startedAt: string; isOver: boolean }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets that may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { startedAt: fields[19] ?? '', isOver: fields[0] === 'Z' || fields[0] === 'X' };
}
