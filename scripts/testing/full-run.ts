import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, sumOf } from './reports.ts';

/** The tests that ran for one commit (`reports/full-run.json`): `npm test`, followed by `npm run test:long`. */
export interface FullRun extends Counts {
  commit: string;
  /** The checkout did not differ from the commit. */
  isClean: boolean;
  /** The reports of its runners; others in the folder belong to another run. */
  reports: string[];
  parts: Partial<Record<'short' | 'long', Part>>;
}

export interface Part extends Counts {
  /** Reports of its runners. */
  reports: string[];
  /** Seconds of each step, in order. */
  seconds: Record<string, number>;
}

/**
 * Records a part of a full run. Tests of another commit do not count: a short part starts a new record, and a long one is
 * added to a short one of the same commit.
 * @returns whether it was recorded
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
