import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * npm run spec:coverage [-- --issue A]: which lines of the specification's checklist have a passing test, by the ids in
 * the titles of the last reports; lines shown by look come from docs/look-checked.tsv. With --issue, ends with 1 while
 * one line of that letter is not covered.
 */
const ROOT = join(import.meta.dirname, '..');
const CHECKLIST = process.env.DUAI_CHECKLIST ?? join(ROOT, '..', 'shared', 'spec', 'checklist.tsv');
const LOOKED = join(ROOT, 'docs', 'look-checked.tsv');
const ID = /\[([A-Z]{3}-\d{3})\]/g;

if (!existsSync(CHECKLIST)) {
  console.log('checklist not present: nothing to compare (set DUAI_CHECKLIST)');
  process.exit(0);
}

interface Line {
  id: string;
  area: string;
  requirement: string;
  issue: string;
}
const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
const lines: Line[] = rowsOf(CHECKLIST).map(([id, , area, requirement, , issue]) => ({
  id: id!,
  area: area!,
  requirement: requirement!,
  issue: issue!,
}));

const covered = new Set<string>(
  [...passedTitles()].flatMap((title) => [...title.matchAll(ID)].map((match) => match[1]!)),
);
if (existsSync(LOOKED)) for (const [id] of rowsOf(LOOKED)) covered.add(id!);

for (const area of [...new Set(lines.map((line) => line.area))].sort()) {
  const own = lines.filter((line) => line.area === area);
  console.log(`${area.padEnd(10)} ${own.filter((line) => covered.has(line.id)).length} of ${own.length}`);
}
for (const issue of [...new Set(lines.map((line) => line.issue))].sort()) {
  const own = lines.filter((line) => line.issue === issue);
  console.log(`issue ${issue}    ${own.filter((line) => covered.has(line.id)).length} of ${own.length}`);
}
const at = process.argv.indexOf('--issue');
if (at > 0) {
  const open = lines.filter((line) => line.issue === process.argv[at + 1] && !covered.has(line.id));
  for (const line of open) console.log(`not covered  ${line.id}  ${line.requirement}`);
  process.exit(open.length === 0 ? 0 : 1);
}

/** Titles of passed tests in all reports of the last run. */
function* passedTitles(): Generator<string> {
  const dir = join(ROOT, 'reports');
  for (const name of existsSync(dir) ? readdirSync(dir).filter((file) => file.endsWith('.json')) : []) {
    const report = JSON.parse(readFileSync(join(dir, name), 'utf8')) as VitestReport & PlaywrightReport;
    for (const file of report.testResults ?? []) {
      for (const test of file.assertionResults) if (test.status === 'passed') yield test.fullName;
    }
    for (const suite of report.suites ?? []) yield* passedSpecs(suite);
  }
}

interface VitestReport {
  testResults?: { assertionResults: { fullName: string; status: string }[] }[];
}
interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean }[];
}
interface PlaywrightReport {
  suites?: Suite[];
}
function* passedSpecs(suite: Suite): Generator<string> {
  for (const spec of suite.specs ?? []) if (spec.ok) yield spec.title;
  for (const inner of suite.suites ?? []) yield* passedSpecs(inner);
}
