import { given } from '@duai/contract';
/** Decides which lines of the specification's checklist are covered, from the reports of one full run. Pure functions. */
export type Layer = 'unit' | 'integration' | 'e2e';

export interface Line {
  id: string;
  area: string;
  requirement: string;
  /** The kind of evidence: a test of this layer, a committed benchmark, or a visual check of a page. */
  shownBy: Layer | 'bench' | 'look';
  issue: string;
}

/** One test of the run. A skipped test did not run. */
export interface RunTest {
  title: string;
  layer: Layer;
  outcome: 'passed' | 'failed' | 'skipped';
}

/**
 * What a person checked (docs/look-checked.tsv) or `npm run bench` measured (docs/benchmarks.md), and the paths it depends
 * on.
 */
export interface Evidence {
  id: string;
  commit: string;
  /** Paths in the repository. A change to one of them after the commit makes the evidence stale. */
  paths: string[];
}

export interface Grounds {
  tests: RunTest[];
  looked: Evidence[];
  measured: Evidence[];
  /** Whether one of the paths has changed since the commit. @throws if the commit is unknown */
  hasChangedSince: (commit: string, paths: string[]) => boolean;
}

const ID = /\[([A-Z]{3}-\d{3})\]/g;

/** Why a line is not covered; undefined if it is. */
export function gapOf(line: Line, { tests, looked, measured, hasChangedSince }: Grounds): string | undefined {
  if (line.shownBy === 'look') return staleness(line.id, looked, hasChangedSince, 'nobody looked at it');
  if (line.shownBy === 'bench') return staleness(line.id, measured, hasChangedSince, 'no committed report measures it');
  const own = tests.filter((test) => idsIn(test.title).includes(line.id));
  const broken = own.filter((test) => test.outcome !== 'passed');
  if (broken.length > 0)
    return `${broken.length} of its ${own.length} tests ${given(broken[0], 'a failed test').outcome}: ${given(broken[0], 'a failed test').title}`;
  if (own.some((test) => test.layer === line.shownBy)) return undefined;
  return own.length === 0
    ? 'no test ran'
    : `no ${line.shownBy} test; only ${[...new Set(own.map((test) => test.layer))].join(', ')}`;
}

function staleness(
  id: string,
  evidence: Evidence[],
  hasChangedSince: Grounds['hasChangedSince'],
  missing: string,
): string | undefined {
  const own = evidence.find((each) => each.id === id);
  if (!own) return missing;
  if (!own.commit || own.paths.length === 0) return 'it names no commit or no path';
  return hasChangedSince(own.commit, own.paths) ? `changed since ${own.commit}: ${own.paths.join(' ')}` : undefined;
}

export const idsIn = (title: string): string[] => [...title.matchAll(ID)].map((match) => given(match[1], 'an id'));

/**
 * Evidence in a benchmark report: lines `shows [TRU-020] at COMMIT, measured code: PATH PATH`. A line with `missed` instead
 * of `shows` is not evidence.
 */
export function evidenceIn(report: string): Evidence[] {
  return [...report.matchAll(/^shows \[([A-Z]{3}-\d{3})\] at ([0-9a-f]{7,40}), measured code: (.+)$/gm)].map(
    ([, id, commit, paths]) => ({
      id: given(id, 'an id'),
      commit: given(commit, 'a commit'),
      paths: given(paths, 'a path').replaceAll('`', '').trim().split(/\s+/),
    }),
  );
}
