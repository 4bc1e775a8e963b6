import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

const TASK = join(import.meta.dirname, 'tasks', 'lung-density.ts');

/** One real series of 30 slices of 512 × 512, including decoding, in its own process so that its memory can be measured. */
export async function run(): Promise<Figure> {
  const peakMb = (args: string[]) => {
    const result = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(result.stderr);
    return JSON.parse(result.stdout) as { seconds: number; peakMb: number };
  };
  const measured = peakMb([TASK]);
  const empty = peakMb([TASK, '--empty']);
  return {
    name: 'ct.lung-density, 30 slices',
    unit: 's',
    ours: measured.seconds,
    memoryMb: measured.peakMb - empty.peakMb,
    aim: '≤ 1.5 s, ≤ 300 MB',
  };
}
