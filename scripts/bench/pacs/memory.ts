import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const EVERY_MS = 50;

/** Resident memory in MB (2^20 bytes) of a process and of its child processes that run the same program. */
async function residentMb(pid: number): Promise<number> {
  let pages = 0;
  for (const each of [String(pid), ...(await childrenOf(pid))])
    pages += Number((await readFile(`/proc/${each}/statm`, 'utf8').catch(() => '0 0')).split(' ')[1]);
  return (pages * PAGE_BYTES) / 2 ** 20;
}

/** Excludes the database, which is another program: its memory is mostly buffers. */
async function childrenOf(pid: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    if (Number(parent) === pid && !name.startsWith('postgres')) found.push(entry);
  }
  return found;
}

/** The largest growth of a server's memory in MB while work was done, and its memory then. */
export async function memoryDuring(
  pid: number,
  work: () => Promise<void>,
): Promise<{ grownMb: number; mostMb: number }> {
  const idleMb = await residentMb(pid);
  let mostMb = idleMb;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      mostMb = Math.max(mostMb, await residentMb(pid));
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await watch;
  }
  return { grownMb: mostMb - idleMb, mostMb };
}
