import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestDatabase } from '../../server/src/testing/global-setup.ts';
import { type Mutant, mutantsOf, namedMutant } from './mutants.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { EXPLAINED, NAMED, SWEPT } from './targets.ts';

/**
 * npm run mutation [-- PART OF A PATH …] [-- --minutes 12] [-- --list]: changes policies, guards, quotas, prices and tokens
 * one thing at a time, and runs the tests that guard them. A change that no test notices survived; it ends with 1 unless
 * targets.ts explains it.
 *
 * Works in two copies of the tree (`--at-once`). What a mutant came to is kept in reports/mutation.json for as long as its
 * file and its tests are the same, so that a run can be stopped and goes on (`--minutes`: begin nothing after that; ends
 * with 2). A file whose mutants have all come to something is written to measured.json with the day, and is not measured
 * again while mutants and tests are the same. docs/mutations.md is written from that (docs/decisions/0236).
 */
const ROOT = join(import.meta.dirname, '..', '..');
const REPORT = join(ROOT, 'docs', 'mutations.md');
const KEPT = join(ROOT, 'reports', 'mutation.json');
const MEASURED = join(import.meta.dirname, 'measured.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '600' },
    list: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
  },
});
/** Parts of paths, the most important first. */
const wanted = positionals.length > 0 ? positionals : [''];
const until = Date.now() + Number(values.minutes) * 60_000;

interface Task {
  file: string;
  mutant: Mutant;
  tests: readonly string[];
  only?: string | undefined;
}
type Outcome = 'killed' | 'survived';
/** What the mutants of a file came to. */
interface Measured {
  day: string;
  /** Of its mutants and of its tests as they were. */
  key: string;
  mutants: number;
  survived: Record<string, true>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** A better comment changes no outcome: lines that hold a comment and nothing else do not count. */
const withoutComments = (text: string) =>
  text.replace(/^\s*(?:\{?\/\*|\*(?: |\/|$)|\/\/).*\n?/gm, '').replace(/\n\s*\n/g, '\n');
const all: Task[] = [
  ...SWEPT.flatMap(({ file, tests, only }) => mutantsOf(read(file)).map((mutant) => ({ file, mutant, tests, only }))),
  ...NAMED.map(({ file, before, after, tests, only }) => ({
    file,
    mutant: namedMutant(read(file), before, after),
    tests,
    only,
  })),
];
const byFile = Map.groupBy(all, ({ file }) => file);
const tasks = [...new Set(wanted.flatMap((part) => all.filter(({ file }) => file.includes(part))))];

/** A key of everything that decides the outcome. */
const keyOf = ({ file, mutant, tests, only }: Task): string => {
  const hash = createHash('sha256').update(`${file}\0${withoutComments(mutant.text)}\0${only ?? ''}`);
  for (const test of tests) hash.update(withoutComments(read(test)));
  return hash.digest('hex');
};
const kept = readJson<Record<string, Outcome>>(KEPT);
/** Tests that fail without any change would count every mutant as noticed, so this is checked once and kept. */
const passing = new Map<string, Promise<boolean>>();
const measured = readJson<Record<string, Measured>>(MEASURED);
/** Files whose mutants and tests are those of the last measurement. */
const same = new Set([...byFile].filter(([file, own]) => measured[file]?.key === keyOfFile(own)).map(([file]) => file));
const open = tasks.filter((task) => !same.has(task.file) && !kept[keyOf(task)]);
console.log(`${tasks.length} mutants, ${open.length} of them open`);
if (values.list) {
  for (const task of open) console.log(nameOf(task));
  process.exit(0);
}
if (open.length > 0) await runOpen();

const survivors = tasks
  .map((task) => [nameOf(task), outcomeOf(task)] as const)
  .filter(([, came]) => came === 'survived');
const unknown = tasks.filter((task) => !outcomeOf(task));
const unexplained = survivors.filter(([name]) => !EXPLAINED[name]);
for (const [name] of unexplained) console.log(`SURVIVED ${name}`);
console.log(
  `${tasks.length - survivors.length - unknown.length} of ${tasks.length} killed, ${unexplained.length} survivors unexplained, ${unknown.length} open`,
);
writeMeasured();
writeReport();
process.exit(unexplained.length > 0 ? 1 : unknown.length > 0 ? 2 : 0);

async function runOpen(): Promise<void> {
  const database = await startTestDatabase();
  const env = { TEST_DATABASE_URL: database.url };
  const sandboxes = Array.from({ length: Math.min(Number(values['at-once']), open.length) }, () =>
    createSandbox(ROOT, env),
  );
  const end = async () => {
    for (const sandbox of sandboxes) sandbox.remove();
    await database.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end().then(() => process.exit(1)));
  try {
    const next = open.values();
    let done = 0;
    await Promise.all(
      sandboxes.map(async (sandbox) => {
        for (const task of next) {
          if (Date.now() > until) return;
          if (!(await testsPass(sandbox, task))) continue;
          const outcome = await tryOut(sandbox, task);
          keep(task, outcome);
          done += 1;
          console.log(`${done}/${open.length} ${outcome === 'killed' ? 'killed  ' : 'SURVIVED'} ${nameOf(task)}`);
        }
      }),
    );
  } finally {
    await end();
  }
}

function testsPass(sandbox: Sandbox, { tests, only }: Task): Promise<boolean> {
  const key = baseKeyOf(tests, only);
  if (kept[key]) return Promise.resolve(true);
  let known = passing.get(key);
  if (!known) {
    known = sandbox.testsFail(tests, only).then((fail) => {
      if (fail) console.error(`These tests have to pass first: ${tests.join(' ')} ${only ?? ''}`);
      else kept[key] = 'killed';
      return !fail;
    });
    passing.set(key, known);
  }
  return known;
}

async function tryOut(sandbox: Sandbox, { file, mutant, tests, only }: Task): Promise<Outcome> {
  sandbox.write(file, mutant.text);
  try {
    return (await sandbox.testsFail(tests, only)) ? 'killed' : 'survived';
  } finally {
    sandbox.write(file, read(file));
  }
}

/** Key under which it is kept that the tests pass without a change. */
function baseKeyOf(tests: readonly string[], only: string | undefined): string {
  const hash = createHash('sha256').update(`base\0${only ?? ''}`);
  for (const test of tests) hash.update(withoutComments(read(test)));
  return hash.digest('hex');
}

function readJson<T extends object>(path: string): T {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : ({} as T);
}

function keep(task: Task, outcome: Outcome): void {
  kept[keyOf(task)] = outcome;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept));
}

/** Named by the change, not by its line, so that an explanation stays valid when lines are added above. */
function nameOf({ file, mutant: { before, after } }: Task): string {
  return `${file}: ${oneLine(before)} → ${oneLine(after) || '(removed)'}`;
}

function oneLine(code: string): string {
  return code.trim().replaceAll(/\s+/g, ' ');
}

function outcomeOf(task: Task): Outcome | undefined {
  if (!same.has(task.file)) return kept[keyOf(task)];
  return measured[task.file]?.survived[nameOf(task)] ? 'survived' : 'killed';
}

/** Of all that decides what the mutants of a file come to. */
function keyOfFile(own: readonly Task[]): string {
  return createHash('sha256').update(own.map(keyOf).sort().join()).digest('hex');
}

/** Files that were measured whole just now; what has no target any more goes. */
function writeMeasured(): void {
  const day = new Date().toISOString().slice(0, 10);
  for (const [file, own] of byFile) {
    if (same.has(file) || !own.every(outcomeOf)) continue;
    const left = own.filter((task) => outcomeOf(task) === 'survived').map((task) => [nameOf(task), true] as const);
    const survived: Record<string, true> = Object.fromEntries(left);
    measured[file] = { day, key: keyOfFile(own), mutants: own.length, survived };
  }
  const rows = [...byFile.keys()].flatMap((file) => (measured[file] ? [[file, measured[file]] as const] : []));
  writeFileSync(MEASURED, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

function writeReport(): void {
  const rows = [...byFile].map(([file, own]) => {
    const row = measured[file];
    if (!row) return `| \`${file}\` | ${own.length} | | | not yet |`;
    const survived = Object.keys(row.survived).length;
    return `| \`${file}\` | ${row.mutants} | ${row.mutants - survived} | ${survived} | ${row.day} |`;
  });
  const left = [...byFile.keys()].flatMap((file) => Object.keys(measured[file]?.survived ?? {}));
  const explained = left.map((name) => `- \`${name}\`: ${EXPLAINED[name] ?? 'not explained yet'}`);
  writeFileSync(
    REPORT,
    [
      '# Mutations',
      '',
      '`npm run mutation`: each change of a policy, guard, quota, price or token must make a test fail',
      '([decision](decisions/0075-mutations-of-our-own.md)). A row holds what the mutants of a file came to on that day; a file is',
      'measured again once it, its tests or its mutants have changed ([decision](decisions/0236-mutations-file-by-file.md)). `npm run',
      'mutation -- --list` names the mutants that have to be measured now.',
      '',
      '| file | mutants | killed | survived | measured |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
      '## Survivors',
      '',
      ...(explained.length > 0 ? explained : ['None.']),
      '',
    ].join('\n'),
  );
  // The columns get their widths.
  const { error, status } = spawnSync('biome', ['format', '--write', REPORT]);
  if (error ?? status !== 0) throw new Error(`${REPORT} was not formatted`, { cause: error });
}
