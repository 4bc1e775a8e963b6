import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scans as scanContract } from '@duai/contract';
import type { Running } from '../../server/src/start.ts';
import type { HttpClient } from '../http-client.ts';
import { waitFor } from '../instance.ts';
import { type Call, callsOf } from './calls.ts';
import { machine, table, writeSection } from './section.ts';
import { inTurn, openSite, type Site, settled, type Times } from './sites.ts';

const { values: given, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const SIZES = positionals.length > 0 ? positionals.map(Number) : [1_000, 20_000, 100_000];
/** `--only 'worklist|models'`: only calls whose name matches, to look at a change; nothing is written then. */
const ONLY = given.only === undefined ? undefined : new RegExp(given.only);
/** Number of calls of each kind at each size: enough for a p95, and a limit for slow calls. */
const CALLS = 20;
const BUDGET_MS = 2500;
const FEWEST = 3;
/** Fewer, because verifying a report is public and therefore rate-limited. */
const CALLS_OF_VERIFY = 6;
const ERASURES = 5;
/** Enough for a fair p95: a deletion is fast, but one that meets a checkpoint takes twice as long. */
const DELETIONS = 15;
/** Tables with at least this many rows must not be read as a whole. */
const LARGE_TABLE = 10_000;
/** A connection reports to the statistics after it has been idle for this long (PGSTAT_IDLE_INTERVAL). */
const STATISTICS_MS = 10_500;
/** The largest factor by which the largest size may cost more than the middle one, and the difference that counts as noise. */
const MOST_GROWTH = 1.5;
const NOISE_MS = 3;
/** Target for the figures page at the largest size. */
const FIGURES_P95_MS = 300;
/** The measured code: a change to it makes the figures stale (scripts/line-coverage.ts). */
const MEASURED = [
  'scripts/bench/calls.ts',
  'scripts/bench/fill.ts',
  'scripts/bench/people.ts',
  'scripts/bench/sites.ts',
  'scripts/bench/sizes.ts',
  'server/migrations/0811_flat_erasure.sql',
  'server/migrations/0870_answers_of_a_scan.sql',
  'server/migrations/0871_lists_that_do_not_grow.sql',
  'server/migrations/0910_pages_by_cursor.sql',
  'server/migrations/1001_figures_by_index.sql',
  'server/migrations/1401_worklist_by_index.sql',
  'server/migrations/1402_gravest_finding_of_a_case.sql',
  'server/migrations/1541_counted_by_index.sql',
  'server/src/adapters/queue/pg-boss.ts',
  'server/src/core/keyset.ts',
  'server/src/features/accounts/staff/staff.store.ts',
  'server/src/features/accounts/staff/user-admin.ts',
  'server/src/features/cases/review/review-case.ts',
  'server/src/features/cases/review/worklist.store.ts',
  'server/src/features/catalogue/catalogue.service.ts',
  'server/src/features/audit/audit.service.ts',
  'server/src/features/audit/audit.store.ts',
  'server/src/features/audit/audit-filter.store.ts',
  'server/src/features/rights/access-log.ts',
  'server/src/features/rights/patient-tables.store.ts',
  'server/src/features/evaluation/figures/figures.store.ts',
  'server/src/features/evaluation/evaluated-cases.ts',
  'server/src/features/evaluation/evaluation.service.ts',
  'server/src/features/evaluation/ask-questions.ts',
  'server/src/features/evaluation/questions.store.ts',
  'server/src/features/evaluation/verdicts.store.ts',
  'server/src/features/scans/scan-details.ts',
  'server/src/features/scans/scans.store.ts',
];

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/**
 * npm run bench:sizes: measures the duration of pages with 1,000, 20,000 and 100,000 studies, and writes it into
 * docs/benchmarks.md.
 */
const load = () => loadavg()[0]!.toFixed(1);
const atStart = load();
const sites: Site[] = [];
const names: string[] = [];
const found = new Map<string, Times[]>();
const filled: string[] = [];
/** Rows of large tables that erasures and deletions read without an index, at the largest size, by table. */
let scanned = new Map<string, number>();
try {
  for (const size of SIZES) {
    const site = await openSite(size);
    sites.push(site);
    filled.push(`${size.toLocaleString('en')} in ${site.filledSeconds.toFixed(0)} s`);
  }
  for (const site of sites) await settled(site);
  const calls = await Promise.all(sites.map(async ({ running, people }) => await callsOf(running, people)));
  for (const [at, [name]] of calls[0]!.entries())
    if (!ONLY || ONLY.test(name)) {
      const same = calls.map((those) => those[at]![1]);
      note(name, await timed(same, name.startsWith('verify') ? CALLS_OF_VERIFY : CALLS));
    }
  if (!ONLY) {
    const { running } = sites.at(-1)!;
    // Selected before counting starts, because the query reads the whole table.
    const doomed = await Promise.all(sites.map((site) => someScans(site.running, site.people.whose.institutionId)));
    const before = await rowsScanned(running);
    note('erase one patient (rows and files)', await inTurn(ERASURES, sites.map(erasures)));
    const deletions = sites.map(({ people }, at) => deletionsOf(people.institution, doomed[at]!));
    note('delete one scan', await inTurn(DELETIONS, deletions));
    const after = await rowsScanned(running);
    scanned = new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? read)]));
    for (const [name, read] of scanned) if (read === 0) scanned.delete(name);
  }
} finally {
  for (const site of sites) await site.remove();
}

const growth = (times: readonly Times[]): number => times[2]!.least / times[1]!.least;
/**
 * A file with all rows of a month and counts over all studies are not lists: they are shown with the others but judged
 * separately.
 */
const NO_LISTS: readonly string[] = ['statement of a month as CSV', 'figures'];
const isTooMuch = (times: readonly Times[]): boolean =>
  growth(times) > MOST_GROWTH && times[2]!.least - times[1]!.least > NOISE_MS;
// With fewer sizes, or some of the calls, the run is only a check; the table is written with all.
if (ONLY)
  for (const name of names)
    console.log(
      `${name}: ${found
        .get(name)!
        .map(({ least }) => ms(least))
        .join(', ')} ms at least`,
    );
else if (SIZES.length === 3) await report();

async function report(): Promise<void> {
  const rows = names.map((name) => {
    const times = found.get(name)!;
    return [name, ...times.map(({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`), growth(times).toFixed(2)];
  });
  const figures = found.get('figures')!.at(-1)!.p95;
  const growing = names.filter((name) => !NO_LISTS.includes(name) && isTooMuch(found.get(name)!));
  const missed = [
    ...growing.map((name) => `${name} grows`),
    ...(figures > FIGURES_P95_MS ? [`figures take ${ms(figures)} ms`] : []),
    ...(scanned.size > 0 ? ['erasures and deletions read whole tables'] : []),
  ];
  await writeSection(
    'sizes',
    `## Pages as studies grow

\`npm run bench:sizes\` on ${machine()}: p50 / p95 in ms of the HTTP calls, made at each size in turn, on so many studies of 10 images, half of them of the institution that is measured, a fifth in cases of patients. Filled: ${filled.join('; ')}. Load of the machine: ${atStart} at the start, ${load()} at the end. The last column is the fastest call at 100,000 over the fastest at 20,000: at most ${MOST_GROWTH} for a list, a search, an erasure or a deletion (differences below ${NOISE_MS} ms are noise). Not judged by it: the statement, a file of all rows of a month, and the figures, a count over all studies. The figures page: p95 at most ${FIGURES_P95_MS} ms at 100,000. Rows of tables with more than ${LARGE_TABLE.toLocaleString('en')} that ${ERASURES} erasures and ${DELETIONS} deletions read without an index at 100,000: ${inWords(scanned)}. Missed: ${missed.join('; ') || 'nothing'}.

${evidence(growing.length === 0)}

${table(['what', ...SIZES.map((size) => size.toLocaleString('en')), 'growth'], rows)}`,
  );
}

/** Evidence for TRU-020 (scripts/line-coverage.ts), if committed code met the targets. */
function evidence(isMet: boolean): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ...MEASURED.map((path) => `:/${path}`)) !== '';
  const verb = isMet && !isChanged ? 'shows' : 'missed';
  return `${verb} [TRU-020] at ${git('rev-parse', '--short=9', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}, measured code: ${MEASURED.join(' ')}`;
}

function note(name: string, times: Times[]): void {
  names.push(name);
  found.set(name, times);
  console.log(`${name}: ${times.map(({ least, p50, p95 }) => `${ms(least)} ${ms(p50)} / ${ms(p95)}`).join(', ')}`);
}

/** Of each size; the first call fills caches and is not counted. */
async function timed(calls: readonly Call[], most: number): Promise<Times[]> {
  for (const call of calls) await call();
  const deadline = performance.now() + BUDGET_MS * calls.length;
  const clocked = calls.map((call) => async () => {
    const begin = performance.now();
    await call();
    return performance.now() - begin;
  });
  return await inTurn(most, clocked, (done) => done >= FEWEST && performance.now() >= deadline);
}

function inWords(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, read]) => `${read.toLocaleString('en')} of ${name}`).join(', ') || '0';
}

/** For large tables, the number of rows read by sequential scans since the tables were created. */
async function rowsScanned({ parts }: Running): Promise<Map<string, number>> {
  await pause(STATISTICS_MS);
  const { rows } = await parts.db.drizzle.execute<{ name: string; read: number }>(`
    select relname as name, coalesce(seq_tup_read, 0)::float8 as read from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup > ${LARGE_TABLE}`);
  return new Map(rows.map(({ name, read }) => [name, read]));
}

/** Sums the running times of the jobs; waiting in the queue does not depend on size. */
function erasures({ running: { parts, features }, size }: Site): (index: number) => Promise<number> {
  const { drizzle } = parts.db;
  return async (index) => {
    const { rows } = await drizzle.execute<{ id: string }>(`
      insert into erasures (id, patient_id, state, requested_at, due_at)
      select gen_random_uuid(), patient_id, 'waiting', now() - interval '15 days', now() - interval '1 day'
      from cases where id = bench_id('case', ${Math.floor((size * index) / (ERASURES + 1) / 100) * 100 + 40})
      returning id`);
    const id = rows[0]!.id;
    await features.rights.erasure.startDue();
    await waitFor(
      async () =>
        (await drizzle.execute(`select 1 from erasures where id = '${id}' and state = 'done'`)).rows[0]
          ? true
          : undefined,
      180_000,
      () => `the erasure ${id} does not end`,
    );
    return await waitFor(
      async () => {
        const jobs = await drizzle.execute<{ jobs: number; ms: number }>(`
          select count(*)::int as jobs, sum(extract(epoch from completed_on - started_on))::float8 * 1000 as ms from pgboss.job
          where name in ('rights.erase', 'rights.erase-files') and data ->> 'erasureId' = '${id}' and state = 'completed'`);
        return jobs.rows[0]!.jobs === 2 ? jobs.rows[0]!.ms : undefined;
      },
      30_000,
      () => `the jobs of the erasure ${id} do not end`,
    );
  };
}

async function someScans({ parts }: Running, institutionId: string): Promise<string[]> {
  const { rows } = await parts.db.drizzle.execute<{ id: string }>(`
    select id from scans where institution_id = '${institutionId}' and status = 'complete' and billing <> 'sample'
    order by md5(id::text) limit ${DELETIONS + 1}`);
  return rows.map(({ id }) => id);
}

/** The first deletion fills caches and is not counted. */
function deletionsOf(institution: HttpClient, ids: readonly string[]): (index: number) => Promise<number> {
  const remove = (scanId: string) => institution.call(scanContract.deleteScan, { params: { scanId } });
  const [first, ...rest] = ids;
  const warm = remove(first!);
  return async (index) => {
    await warm;
    const begin = performance.now();
    await remove(rest[index - 1]!);
    return performance.now() - begin;
  };
}
