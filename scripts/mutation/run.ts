import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutantsOf, namedMutant } from './mutants.ts';
import { EXPLAINED, NAMED, SWEPT } from './targets.ts';

/**
 * npm run mutation [-- PART OF A PATH]: changes policies, guards, quotas, prices and tokens one thing at a time, and runs
 * the tests that guard them. A change that no test notices survived; it ends with 1 unless docs/mutations.md explains it.
 * Writes docs/mutations.md after a whole run. Files are changed in place, put back after each mutant and at Ctrl-C.
 */
const ROOT = join(import.meta.dirname, '..', '..');
const REPORT = join(ROOT, 'docs', 'mutations.md');
const wanted = process.argv[2] ?? '';

interface Task {
  file: string;
  mutant: Mutant;
  tests: readonly string[];
}
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tasks: Task[] = [
  ...SWEPT.flatMap(({ file, tests }) => mutantsOf(read(file)).map((mutant) => ({ file, mutant, tests }))),
  ...NAMED.map(({ file, before, after, tests }) => ({ file, mutant: namedMutant(read(file), before, after), tests })),
].filter(({ file }) => file.includes(wanted));

const originals = new Map(tasks.map(({ file }) => [file, read(file)]));
const putBack = (file: string) => writeFileSync(join(ROOT, file), originals.get(file)!);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const file of originals.keys()) putBack(file);
    process.exit(1);
  });

// A test that fails without any change would kill everything.
const guards = [...new Set(tasks.flatMap(({ tests }) => tests))];
if (testsFail(guards)) {
  console.error(`These tests have to pass first: ${guards.join(' ')}`);
  process.exit(1);
}

const survivors: Task[] = [];
for (const [index, task] of tasks.entries()) {
  writeFileSync(join(ROOT, task.file), task.mutant.text);
  let isKilled: boolean;
  try {
    isKilled = testsFail(task.tests);
  } finally {
    putBack(task.file);
  }
  if (!isKilled) survivors.push(task);
  console.log(`${index + 1}/${tasks.length} ${isKilled ? 'killed  ' : 'SURVIVED'} ${nameOf(task)}`);
}
const unexplained = survivors.filter((task) => !EXPLAINED[nameOf(task)]);
if (wanted === '') writeReport();
console.log(
  `${tasks.length - survivors.length} of ${tasks.length} killed, ${unexplained.length} survivors unexplained`,
);
process.exit(unexplained.length === 0 ? 0 : 1);

function testsFail(tests: readonly string[]): boolean {
  const projects = new Set(tests.map((test) => (test.includes('.int.test.') ? 'integration' : 'unit')));
  return [...projects].some((project) => {
    const own = tests.filter((test) => test.includes('.int.test.') === (project === 'integration'));
    const args = ['run', '--project', project, '--bail', '1', '--reporter', 'dot', ...own];
    return spawnSync(join(ROOT, 'node_modules', '.bin', 'vitest'), args, { cwd: ROOT, stdio: 'ignore' }).status !== 0;
  });
}

/** By what changed, not by its line: an explanation outlives lines that are added above it. */
function nameOf({ file, mutant: { before, after } }: Task): string {
  return `${file}: ${oneLine(before)} → ${oneLine(after) || '(removed)'}`;
}

function oneLine(code: string): string {
  return code.trim().replaceAll(/\s+/g, ' ');
}

function writeReport(): void {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  const perFile = [...Map.groupBy(tasks, ({ file }) => file)].map(([file, own]) => {
    const left = own.filter((task) => survivors.includes(task)).length;
    return `| \`${file}\` | ${own.length} | ${own.length - left} | ${left} |`;
  });
  const explained = survivors.map((task) => `- \`${nameOf(task)}\`: ${EXPLAINED[nameOf(task)] ?? 'not explained yet'}`);
  writeFileSync(
    REPORT,
    [
      '# Mutations',
      '',
      `\`npm run mutation\` on ${commit}: each change of a policy, guard, quota, price or token must make a test fail`,
      '([decision](decisions/0075-mutations-of-our-own.md)).',
      '',
      '| file | mutants | killed | survived |',
      '| --- | --- | --- | --- |',
      ...perFile,
      '',
      '## Survivors',
      '',
      ...(explained.length > 0 ? explained : ['None.']),
      '',
    ].join('\n'),
  );
}
