import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/adapters/database/embedded.ts';
import { readConfig } from '../../server/src/config.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { type Running, start } from '../../server/src/start.ts';
import { temporaryDirectory } from '../instance.ts';
import { fill } from './fill.ts';
import { type People, signIn } from './people.ts';

const FIRST_FILL = 1000;
const SETTLES_WITHIN_MS = 60_000;
const CALM_MS = 8;
const CALM_CALLS = 50;

/** A server with a database of so many studies. */
export interface Site {
  size: number;
  running: Running;
  people: People;
  maintenanceUrl: string;
  /** How long it took to fill, s. */
  filledSeconds: number;
  remove(): Promise<void>;
}

export async function openSite(size: number): Promise<Site> {
  const dataDir = await temporaryDirectory();
  const log = createLogger('fatal');
  const running = await start(
    readConfig({ NODE_ENV: 'development', PORT: '0', DUAI_DATA_DIR: dataDir, AUTH_RATE_PER_MINUTE: '1000' }),
    { log },
  );
  const database = join(dataDir, 'database');
  const { maintenanceUrl } = await startEmbeddedPostgres({ dataDir: database, log, whenRunning: 'share' });
  const people = await signIn(running);
  const begin = performance.now();
  // In two parts: the plans of the second need the statistics that the first leaves.
  const some = Math.min(size, FIRST_FILL);
  await fill(maintenanceUrl, people.whose, 0, some);
  if (some < size) await fill(maintenanceUrl, people.whose, some, size);
  const filledSeconds = (performance.now() - begin) / 1000;
  console.log(`filled ${size.toLocaleString('en')} in ${filledSeconds.toFixed(0)} s`);
  return {
    ...{ size, running, people, maintenanceUrl, filledSeconds },
    async remove() {
      await running.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Waits until filled data are written to disk, which would slow down the first calls. */
export async function settled({ running: { address } }: Site): Promise<void> {
  for (let calm = 0, until = performance.now() + SETTLES_WITHIN_MS; calm < CALM_CALLS && performance.now() < until; ) {
    const begin = performance.now();
    await fetch(`${address}/readyz`).then((answer) => answer.text());
    calm = performance.now() - begin < CALM_MS ? calm + 1 : 0;
  }
}

export interface Times {
  /** Time of the fastest call, which other load disturbed least; growth is judged by it. */
  least: number;
  p50: number;
  p95: number;
}

/**
 * Repeats what each site measures, one site after the other, because the machine is not equally fast all the time.
 * @param measures each gives its time in ms; they are told the number of the repetition, from 1
 */
export async function inTurn(
  most: number,
  measures: readonly ((index: number) => Promise<number>)[],
  isEnough: (done: number) => boolean = () => false,
): Promise<Times[]> {
  const times = measures.map((): number[] => []);
  for (let index = 1; index <= most && !isEnough(index - 1); index += 1)
    for (const [at, measure] of measures.entries()) times[at]!.push(await measure(index));
  return times.map(quantiles);
}

function quantiles(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
  return { least: sorted[0]!, p50: at(0.5), p95: at(0.95) };
}
