import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, sumOf } from './reports.ts';

/** What ran of one commit (`reports/full-run.json`): `npm test`, and `npm run test:long` after it. */
export interface FullRun extends Counts {
  commit: string;
  /** Nothing in the checkout differed from the commit. */
  isClean: boolean;
  /** The runners' reports that belong to it; others in the folder are of another run. */
  reports: string[];
  parts: Partial<Record<'short' | 'long', Part>>;
}

export interface Part extends Counts {
  /** Those of its runners. */
  reports: string[];
  /** Seconds by step, in their order. */
  seconds: Record<string, number>;
}

/**
 * Writes a part down. Tests of another commit do not count: the short part begins anew, and the long one joins a short
 * one of the same commit. @returns whether it did
 */
export function recordPart(
  dir: string,
  revision: Pick<FullRun, 'commit' | 'isClean'>,
  name: 'short' | 'long',
  part: Part,
): boolean {
  const path = join(dir, 'full-run.json');
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FullRun) : undefined;
  const isSame = earlier?.commit === revision.commit && earlier.isClean === revision.isClean;
  if (name === 'long' && !isSame) return false;
  const parts = name === 'short' ? { short: part } : { ...earlier?.parts, long: part };
  const all = Object.values(parts);
  const run: FullRun = { ...revision, ...sumOf(all), reports: all.flatMap(({ reports }) => reports), parts };
  writeFileSync(path, `${JSON.stringify(run, null, 1)}\n`);
  return true;
}
