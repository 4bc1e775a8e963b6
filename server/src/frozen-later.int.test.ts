import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE, findAlgorithm } from '@duai/algorithms';
import { encodeRuns } from '@duai/contract';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory, waitFor } from '../../scripts/instance.ts';
import { connectDatabase } from './adapters/database/connect.ts';
import { migrate } from './adapters/database/migrate.ts';
import type { Database } from './adapters/database/port.ts';
import { createTestDatabase } from './testing/database.ts';
import { NEWER_CATALOGUE } from './testing/newer-algorithms/catalogue.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
const TASKS = join(import.meta.dirname, 'testing', 'newer-algorithms', 'tasks.ts');
const INSTITUTION = '00000000-0000-4000-8000-000000000001';
const [READ, UNREAD, BUSY] = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];
/** More than one transaction of the job handles. */
const MANY = 45;

const params = { volumeMl: 4210, rightMl: 2200, leftMl: 2010 };
const MEASURED = {
  outcome: 'evaluated',
  findings: [
    { code: 'VOLUME', severity: 'info', params },
    { code: 'DENSITY', severity: 'info', params: { meanHu: -851 } },
    { code: 'OF_AN_OLDER_VERSION', severity: 'important', params: { count: 3 } },
  ],
  measurements: [{ code: 'LUNG_VOLUME', value: 4210.25, unit: 'ml' }],
  overlays: [
    {
      code: 'LUNG',
      columns: 4,
      rows: 1,
      slices: [
        { sopInstanceUid: '1.2.1', runs: encodeRuns(Uint8Array.of(1, 0, 0, 0)) },
        { sopInstanceUid: '1.2.2', runs: encodeRuns(Uint8Array.of(1, 1, 1, 0)) },
      ],
    },
  ],
  limitations: [{ code: 'KERNEL_UNKNOWN', params: {} }],
};
const reason = (code: string) => ({ code, params: {} });

/** Runs as the earlier software stored them: algorithm, status, reason, result. */
const RUNS: [string, string, object | null, object | null][] = [
  ['ct.lung-density', 'evaluated', null, MEASURED],
  ['mr.gone', 'evaluated', null, { ...MEASURED, findings: [{ code: 'LESION', severity: 'important', params: {} }] }],
  ['qc.series', 'not-applicable', reason('SWITCHED_OFF'), null],
  ['ct.gated', 'not-applicable', reason('TOO_FEW_SLICES'), null],
  ['ct.gone', 'not-applicable', reason('SWITCHED_OFF'), null],
  ['ct.crashed', 'failed', reason('CRASHED'), null],
  ['ct.later', 'planned', null, null],
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let web: TestServer;
const rowsOf = async (statement: SQL) => (await db.drizzle.execute(statement)).rows;

beforeAll(async () => {
  database = await createTestDatabase('template0');
  db = await connectDatabase(database.url, { max: 2 });
  const dir = await temporaryDirectory();
  await mkdir(dir, { recursive: true });
  for (const name of await readdir(MIGRATIONS)) if (name < '0930') await cp(join(MIGRATIONS, name), join(dir, name));
  await migrate(db, dir);
  await rm(dir, { recursive: true });
  const run = (statement: SQL) => db.drizzle.execute(statement);
  await run(sql`insert into institutions (id, name, country) values (${INSTITUTION}, 'Older', 'Turkey')`);
  for (const scan of [READ, UNREAD, BUSY]) {
    await run(sql`insert into scans (id, institution_id, source, billing, status, study_instance_uid, study_key, submission, submitted_at, created_at, completed_at)
      values (${scan}, ${INSTITUTION}, 'pacs', 'metered', 'complete', ${scan}, ${scan}, 1, now(), now(), now())`);
    await run(sql`insert into studies (id, scan_id) values (${scan}, ${scan})`);
    await run(sql`insert into series (id, study_id, series_key) values (${scan}, ${scan}, 'first')`);
    for (const [algorithm, status, why, result] of RUNS)
      await run(sql`insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, reason, result)
        values (gen_random_uuid(), ${scan}, ${scan}, 1, ${algorithm}, '0.9.0', ${status}, ${why && JSON.stringify(why)}::jsonb, ${result && JSON.stringify(result)}::jsonb)`);
    // Verdicts on a finding, on a limitation, and on the study as a whole.
    for (const [code, position, verdict] of [
      ['DENSITY', 1, 'agree'],
      ['KERNEL_UNKNOWN', 3, 'disagree'],
      ['CUT_OFF', null, 'disagree'],
    ] as const)
      await run(sql`insert into proof_verdicts (id, institution_id, scan_id, submission, algorithm_id, code, verdict, given_by, given_at, analysis_id, position)
        select gen_random_uuid(), ${INSTITUTION}, ${scan}, 1, 'ct.lung-density', ${code}, ${verdict}, ${INSTITUTION}, now(),
          case when ${position}::int is not null then id end, ${position}::int
        from analyses where study_id = ${scan} and algorithm_id = 'ct.lung-density'`);
  }
  await run(
    sql`insert into series (id, study_id, series_key) select gen_random_uuid(), ${UNREAD}, 'more' || n from generate_series(1, ${MANY}) n`,
  );
  await run(sql`insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, reason)
    select gen_random_uuid(), ${UNREAD}, id, 1, 'ct.lung-density', '0.9.0', 'not-applicable', '{"code":"NOT_CT","params":{"found":"MR"}}'
    from series where study_id = ${UNREAD} and series_key like 'more%'`);
  // It runs the migrations at its start, and no worker.
  web = await startTestServer({ DATABASE_URL: database.url, DUAI_ROLE: 'web' });
});
afterAll(async () => {
  await web.end();
  await db.close();
  await database.drop();
});

const runsOf = (scan: string) => web.parts.db.transaction((tx) => web.features.analyses.ofScan(tx, scan));
const unfrozen = () =>
  rowsOf(sql`select id from analyses where frozen_at is null and status not in ('planned', 'running')`);

it('[HSE-001] a result from before is served frozen in the words of today, and marked so', async () => {
  const runs = new Map((await runsOf(READ)).map((run) => [run.algorithmId, run]));
  const present = (id: string) => web.features.analyses.present(runs.get(id)!, 'en');
  const today = findAlgorithm(CATALOGUE, 'ct.lung-density')!;
  expect(present('ct.lung-density')).toMatchObject({
    algorithmVersion: '0.9.0',
    title: today.manifest.title,
    wordedLaterAt: expect.stringMatching(/^\d{4}-/),
    sentences: {
      findings: [
        today.sentence({ code: 'VOLUME', params }, 'en'),
        today.sentence({ code: 'DENSITY', params: { meanHu: -851 } }, 'en'),
        // Today's version has no words for this code, so the code is shown; nothing is hidden.
        'OF_AN_OLDER_VERSION',
        today.sentence(reason('KERNEL_UNKNOWN'), 'en'),
      ],
    },
    places: [{ sopInstanceUid: '1.2.2', frame: 0 }, { sopInstanceUid: '1.2.2', frame: 0 }, null, null],
    measurements: [{ code: 'LUNG_VOLUME', name: today.measurementNames.LUNG_VOLUME, value: 4210.25, unit: 'ml' }],
  });
  expect(present('mr.gone')).toMatchObject({
    title: { en: 'mr.gone' },
    sentences: { findings: ['LESION', 'KERNEL_UNKNOWN'] },
  });
  // Codes without words do not go into a report.
  expect(web.features.analyses.draft(runs.get('mr.gone')!, 'tr').findings).toEqual([]);
  expect(web.features.analyses.draft(runs.get('ct.lung-density')!, 'tr')).toEqual({
    findings: [expect.stringMatching(/^Akciğer hacmi 4\.210/), expect.stringMatching(/^Ortalama akciğer dansitesi/)],
    impression: [],
  });
  expect(present('qc.series').reason).toBe('This model is switched off in your institution.');
  expect(present('ct.crashed').reason).toMatch(/could not be completed \(CRASHED\)/);
  expect(present('ct.gated').reason).toMatch(/TOO_FEW_SLICES/);
  // Its algorithm no longer exists; the reason is a general one, and not a failure.
  expect(present('ct.gone').reason).toBe('This model is switched off in your institution.');
  expect(present('ct.later')).toMatchObject({ status: 'planned', wordedLaterAt: null });
});

it('[HSE-001] a verdict of before points at its finding, whatever the order', async () => {
  const verdicts = await rowsOf(sql`
    select scan_id, proof_verdicts.code, verdict, findings.code as finding, findings.kind
    from proof_verdicts left join findings on findings.id = finding_id order by scan_id, proof_verdicts.code`);
  const expected = [
    { code: 'CUT_OFF', verdict: 'disagree', finding: null, kind: null },
    { code: 'DENSITY', verdict: 'agree', finding: 'DENSITY', kind: 'finding' },
    { code: 'KERNEL_UNKNOWN', verdict: 'disagree', finding: 'KERNEL_UNKNOWN', kind: 'limitation' },
  ];
  expect(verdicts).toEqual([READ, UNREAD, BUSY].flatMap((scan_id) => expected.map((row) => ({ scan_id, ...row }))));
});

it('a scan that is being finished is frozen by another at the same time: neither waits for the other', async () => {
  const { db: webDb } = web.parts;
  const isLocked = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  // Locks as `finishScan` does: the scan first, then its runs.
  const finishing = webDb.transaction(async (tx) => {
    await tx.execute(sql`select from scans where id = ${BUSY} for update`);
    isLocked.resolve();
    await mayGoOn.promise;
    return web.features.analyses.ofScan(tx, BUSY);
  });
  await isLocked.promise;
  const reading = runsOf(BUSY);
  await waitFor(
    async () => {
      const waiting = await rowsOf(sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      return waiting.length > 0 || undefined;
    },
    60_000,
    () => 'nobody waits for the scan',
  );
  mayGoOn.resolve();
  const told = (runs: Awaited<typeof reading>) => runs.map(({ algorithmId, wording }) => [algorithmId, wording]);
  const runs = told(await finishing);
  expect(runs).toContainEqual(['ct.lung-density', 'frozen-later']);
  expect(told(await reading)).toEqual(runs);
});

it('[HSE-001] a job freezes the rest, in more than one transaction; once frozen, later versions change nothing', async () => {
  expect((await unfrozen()).length).toBe(RUNS.length - 1 + MANY);
  const verdictsBefore = await rowsOf(sql`select * from proof_verdicts order by id`);
  const worker = await startTestServer({ DATABASE_URL: database.url });
  await waitFor(
    async () => (await unfrozen()).length === 0 || undefined,
    60_000,
    () => 'results are not frozen',
  );
  expect(await rowsOf(sql`select * from proof_verdicts order by id`)).toEqual(verdictsBefore);
  const frozen = () =>
    rowsOf(sql`
      select analyses.xmin::text as run, findings.xmin::text as finding, to_jsonb(findings) as told, analyses.wording, title
      from analyses left join findings on analysis_id = analyses.id order by analyses.id, findings.position`);
  const before = await frozen();
  const ended = before.filter(({ wording }) => wording !== null);
  expect(ended.every(({ wording }) => wording === 'frozen-later')).toBe(true);
  expect(before.length - ended.length).toBe(3);
  const again = await worker.restartWith({ catalogue: NEWER_CATALOGUE, tasks: TASKS });
  await again.features.analyses.freezeOlder();
  const runs = await again.parts.db.transaction((tx) => again.features.analyses.ofScan(tx, UNREAD));
  expect(JSON.stringify(runs)).not.toContain('NEWER');
  expect(await frozen()).toEqual(before);
  await worker.end();
});
