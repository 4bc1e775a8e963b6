import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given } from '@duai/contract';
import { hasChangedSince } from './changed-since.ts';
import { evidenceIn, gapOf, type Layer, type Line, type RunTest } from './line-coverage.ts';

/**
 * npm run spec:coverage [-- --issue A]: reports which lines of the specification's checklist are covered. A line is covered
 * when every test that carries its id ran and passed in the last full run (`npm test` and `npm run test:long`), one of them
 * in the layer that the checklist names. A `look` line is covered by docs/look-checked.tsv and a `bench` line by
 * docs/benchmarks.md, as long as the checked or measured code has not changed since. With --issue, lists the open lines of
 * that letter and exits with 1 if there are any.
 */
const ROOT = join(import.meta.dirname, '..');
const CHECKLIST = process.env.DUAI_CHECKLIST ?? join(ROOT, '..', 'shared', 'spec', 'checklist.tsv');
const REPORTS = process.env.DUAI_REPORTS ?? join(ROOT, 'reports');
const LAYER_OF: Record<string, Layer> = {
  'vitest-unit.json': 'unit',
  'vitest-integration.json': 'integration',
  'vitest-long.json': 'integration',
  'playwright.json': 'e2e',
  'playwright-long.json': 'e2e',
};

if (!existsSync(CHECKLIST)) fail(`no checklist at ${CHECKLIST}: set DUAI_CHECKLIST`);
if (!existsSync(join(REPORTS, 'full-run.json'))) fail('no full run: npm test writes its reports first');
const fullRun = JSON.parse(readFileSync(join(REPORTS, 'full-run.json'), 'utf8')) as {
  commit: string;
  isClean: boolean;
  reports: string[];
};
console.log(`full run of ${fullRun.commit.slice(0, 9)}${fullRun.isClean ? '' : ' with uncommitted changes'}`);
if (!fullRun.reports.includes('vitest-long.json')) console.log('without the long tests (npm run test:long)');

const lines: Line[] = rowsOf(CHECKLIST).map(([id, , area, requirement, shownBy, issue]) => ({
  id: given(id, 'an id'),
  area: given(area, 'an area'),
  requirement: given(requirement, 'a requirement'),
  shownBy: shownBy as Line['shownBy'],
  issue: given(issue, 'an issue'),
}));
const grounds = {
  tests: [...testsOfRun()],
  looked: rowsOf(join(ROOT, 'docs', 'look-checked.tsv')).map(([id, , , commit, paths]) => ({
    id: given(id, 'an id'),
    commit: given(commit, 'a commit'),
    paths: given(paths, 'a path').split(' ').filter(Boolean),
  })),
  measured: evidenceIn(readFileSync(join(ROOT, 'docs', 'benchmarks.md'), 'utf8')),
  hasChangedSince: (commit: string, paths: string[]) => hasChangedSince(ROOT, commit, paths),
};
const gaps = new Map(lines.map((line) => [line.id, gapOf(line, grounds)]));

for (const key of ['area', 'issue'] as const) {
  for (const value of [...new Set(lines.map((line) => line[key]))].sort()) {
    const own = lines.filter((line) => line[key] === value);
    const covered = own.filter((line) => gaps.get(line.id) === undefined).length;
    console.log(`${key === 'area' ? value.padEnd(10) : `issue ${value}   `} ${covered} of ${own.length}`);
  }
}
const at = process.argv.indexOf('--issue');
if (at > 0) {
  const open = lines.filter((line) => line.issue === process.argv[at + 1] && gaps.get(line.id) !== undefined);
  for (const line of open) console.log(`not covered  ${line.id}  ${gaps.get(line.id)}  (${line.requirement})`);
  process.exit(open.length === 0 ? 0 : 1);
}

function rowsOf(path: string): string[][] {
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => row.split('\t'));
}

function* testsOfRun(): Generator<RunTest> {
  for (const [name, layer] of Object.entries(LAYER_OF)) {
    const path = join(REPORTS, name);
    if (!fullRun.reports.includes(name) || !existsSync(path)) continue;
    const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport & Suite;
    for (const file of report.testResults ?? []) {
      for (const { fullName, status } of file.assertionResults) {
        yield { title: fullName, layer, outcome: status === 'passed' || status === 'failed' ? status : 'skipped' };
      }
    }
    for (const suite of report.suites ?? []) yield* specsOf(suite);
  }
}

function* specsOf(suite: Suite): Generator<RunTest> {
  for (const { title, ok, tests } of suite.specs ?? []) {
    const isSkipped = tests.every((test) => test.status === 'skipped');
    yield { title, layer: 'e2e', outcome: isSkipped ? 'skipped' : ok ? 'passed' : 'failed' };
  }
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

interface VitestReport {
  testResults?: { assertionResults: { fullName: string; status: string }[] }[];
}
interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[];
}
