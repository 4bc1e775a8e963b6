import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ROOT } from '../bootstrap.mjs';
import { affectedJourneys } from './affected-journeys.ts';
import { recordPart } from './full-run.ts';
import { duration, lastLine, slowest, sumOf } from './reports.ts';
import { type Outcome, runBeside, runTests, type Step, type TestStep } from './steps.ts';
import { installSystemPackages } from './system-packages.ts';

/**
 * Runs all steps, even after a failure. At the end it prints the duration of each step, the ten slowest test files, the
 * failures again, and a last line with the count of tests and steps.
 */
const { values: chosen } = parseArgs({
  options: { changed: { type: 'boolean' }, long: { type: 'boolean' }, all: { type: 'boolean' } },
});
/** spec:coverage counts whole runs only; reports of a run with --changed are kept apart. */
const REPORTS = join(ROOT, 'reports', chosen.changed ? 'changed' : '');
const WORKSPACES = ['texts', 'contract', 'imaging', 'algorithms', 'server', 'scripts', 'media', 'web', 'e2e'];

const STATIC: Step[] = [
  { name: 'types', command: 'tsc', args: ['-b', ...WORKSPACES] },
  { name: 'lint', command: 'biome', args: ['ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'import rules', command: process.execPath, args: [join('scripts', 'import-rules.ts')] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
];
const vitest = (project: string, ...args: string[]): TestStep => ({
  name: project,
  command: 'vitest',
  args: ['run', '--project', project, ...args],
  report: `vitest-${project}.json`,
});
const journeys = (name: string, report: string, ...args: string[]): TestStep => ({
  name,
  command: 'playwright',
  args: ['test', '--config', 'e2e/playwright.config.ts', ...args],
  report,
});

installSystemPackages();
const revision = {
  commit: git('rev-parse', 'HEAD')[0] ?? 'no commit',
  isClean: git('status', '--porcelain').length === 0,
};
const outcomes: Outcome[] = [];
if (chosen.changed) await runChanged();
else {
  if (!chosen.long) await runShort();
  if (chosen.long || chosen.all) await runLong();
}

console.log('\n── time');
for (const { name, seconds } of outcomes) console.log(`${duration(seconds).padStart(12)}  ${name}`);
console.log('\n── slowest test files');
for (const { file, seconds } of slowest(
  outcomes.flatMap(({ files }) => files),
  10,
))
  console.log(`${duration(seconds).padStart(12)}  ${file}`);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log('\n── failed tests');
for (const { file, test, reason } of failures) console.log(`${file} › ${test}\n${reason.replaceAll(/^/gm, '    ')}`);
const total = sumOf(outcomes);
console.log(`\n${lastLine(total)}`);
process.exit(total.failed === 0 ? 0 : 1);

async function runShort(): Promise<void> {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const own = [
    ...(await runBeside(STATIC, Math.min(2, availableParallelism()))),
    await runTests(vitest('unit'), REPORTS),
    await runTests(vitest('integration'), REPORTS),
  ];
  ensureBuilt();
  own.push(await runTests(journeys('end to end', 'playwright.json', '--project=short'), REPORTS));
  keep('short', own, ['vitest-unit.json', 'vitest-integration.json', 'playwright.json']);
}

async function runLong(): Promise<void> {
  mkdirSync(REPORTS, { recursive: true });
  const reports = ['vitest-long.json', 'playwright-long.json'];
  for (const report of reports) rmSync(join(REPORTS, report), { force: true });
  const own = [await runTests(vitest('long'), REPORTS)];
  ensureBuilt();
  own.push(await runTests(journeys('long end to end', 'playwright-long.json', '--project=long'), REPORTS));
  if (!keep('long', own, reports))
    console.log('spec:coverage does not count these tests: npm test has not run at this commit');
}

/** Runs what a change against main can affect: tests by their imports, journeys by words. This is not a full run. */
async function runChanged(): Promise<void> {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const [base] = git('merge-base', 'HEAD', 'main').concat(git('merge-base', 'HEAD', 'origin/main'));
  if (!base) throw new Error('there is no branch main to compare with');
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  outcomes.push(...(await runBeside(STATIC, Math.min(2, availableParallelism()))));
  for (const project of ['unit', 'integration', 'long'])
    outcomes.push(await runTests(vitest(project, '--changed', base, '--passWithNoTests'), REPORTS));
  const files = affectedJourneys(changed, readdirSync(join(ROOT, 'e2e', 'journeys')));
  if (files.length === 0) return;
  ensureBuilt();
  const patterns = files.map((file) => `/${file}$`);
  outcomes.push(await runTests(journeys('end to end', 'playwright.json', ...patterns), REPORTS));
}

function keep(name: 'short' | 'long', own: Outcome[], reports: string[]): boolean {
  outcomes.push(...own);
  const seconds = Object.fromEntries(own.map((each) => [each.name, Math.round(each.seconds * 10) / 10]));
  return recordPart(REPORTS, revision, name, { ...sumOf(own), reports, seconds });
}

/** Output lines of git; empty if git is missing or the command fails. */
function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
