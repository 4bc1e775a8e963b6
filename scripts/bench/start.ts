import { rm } from 'node:fs/promises';
import { startInstance, temporaryDirectory } from '../instance.ts';
import type { Figure } from './figure.ts';

/** Time from the command to "ready": with an empty data directory, and again with the same one. */
export async function run(): Promise<Figure> {
  const dataDir = await temporaryDirectory();
  const timed = async () => {
    const begin = performance.now();
    const instance = await startInstance({ dataDir });
    const seconds = (performance.now() - begin) / 1000;
    await instance.stop();
    return seconds;
  };
  const cold = await timed();
  const warm = await timed();
  await rm(dataDir, { recursive: true });
  return { name: 'start: warm, beside cold', unit: 's', ours: warm, baseline: cold, aim: 'seconds' };
}
