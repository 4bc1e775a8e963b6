import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { machine, table, writeSection } from '../section.ts';
import * as search from './search.ts';
import * as store from './store.ts';

/** The measured code: a change to it makes the figures stale (scripts/line-coverage.ts). */
const MEASURED = [
  'scripts/bench/pacs',
  'server/src/adapters/storage',
  'server/src/dimse',
  'server/src/features/pacs/storage',
  'server/src/features/studies/intake',
];

/**
 * npm run bench:pacs: writes its figures into docs/benchmarks.md. With names of parts behind it (large, c-store, stow, search)
 * it runs these and prints their figures, for trying a change.
 */
const load = () => loadavg()[0]!.toFixed(1);
const atStart = load();
const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 0));
const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();

const named = process.argv.slice(2);
if (named.length > 0) {
  if (named.includes('large')) print(await store.runLarge());
  const parts = store.PARTS.filter((part) => named.includes(part));
  if (parts.length > 0) for (const figure of await store.run(parts)) print(figure);
  if (named.includes('search'))
    for (const { name, p95, growth } of await search.run())
      console.log(name, p95.map((ms) => ms.toFixed(1)).join(' / '), growth.toFixed(2));
  process.exit();
}

const stores = [await store.runLarge(), ...(await store.run())];
// Keeps these figures if the rest fails.
await report([]);
await report(await search.run());

function print({ name, ours, baseline, memoryMb }: store.PacsFigure): void {
  console.log(name, number(ours), number(baseline), number(baseline && ours / baseline), `${number(memoryMb)} MB`);
}

async function report(searches: search.SearchFigure[]): Promise<void> {
  const missed = [...stores, ...searches].filter(({ isMet }) => !isMet).map(({ name }) => name);
  await writeSection(
    'pacs',
    `## The connection to a PACS

\`npm run bench:pacs\` on ${machine()}: the fastest of three in one run, with Orthanc, dcmtk's storescp and node's own HTTP server on the same machine, each synced to the disk as it does by itself, and begun when nothing of the one before waits to be written. Memory is what the server and its checking processes grow by at most. Load of the machine: ${atStart} at the start, ${load()} at the end. Missed: ${missed.join('; ') || 'nothing'}.

${evidence().join('\n')}

${table(
  ['what', 'ours', 'beside', 'ratio', 'memory', 'aim'],
  stores.map(({ name, unit, ours, baseline, memoryMb, aim }) => [
    ...[name, `${number(ours)} ${unit}`, baseline === undefined ? '–' : `${number(baseline)} ${unit}`],
    ...[number(baseline && ours / baseline), memoryMb === undefined ? '–' : `${number(memoryMb)} MB`, aim],
  ]),
)}

QIDO-RS search for studies, p95 in ms of ${search.CALLS} calls, made at each size in turn, over so many instances; flat is a growth of 1.5 at most (3 ms are noise).

${table(
  ['search', '10,000', '100,000', '1,000,000', 'growth'],
  searches.map(({ name, p95, growth }) => [name, ...p95.map((ms) => ms.toFixed(1)), growth.toFixed(2)]),
)}`,
  );
}

/** Evidence for lines of the checklist (scripts/line-coverage.ts), if committed code met the targets. */
function evidence(): string[] {
  const isChanged = git('status', '--porcelain', '--', ...MEASURED.map((path) => `:/${path}`)) !== '';
  const commit = `${git('rev-parse', '--short=9', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`;
  return stores.flatMap(({ shows, isMet }) =>
    shows
      ? `${isMet && !isChanged ? 'shows' : 'missed'} [${shows}] at ${commit}, measured code: ${MEASURED.join(' ')}`
      : [],
  );
}
