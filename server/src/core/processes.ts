import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Identifies a process, also against a later one that gets the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks since boot; empty on systems without /proc. */
  startedAt: string;
}

export const ownIdentity = async (): Promise<ProcessIdentity> => ({
  pid: process.pid,
  startedAt: (await statusOf(process.pid)).startedAt,
});

/** The scope in which pids are comparable: this boot of this machine and this container (pid_namespaces(7)). */
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
 * State and start time, fields 3 and 22 of /proc/PID/stat (proc(5)). A killed process that its parent has not reaped
 * (Z, X) counts as ended.
 */
async function statusOf(pid: number): Promise<{ startedAt: string; isOver: boolean }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets that may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { startedAt: fields[19] ?? '', isOver: fields[0] === 'Z' || fields[0] === 'X' };
}
