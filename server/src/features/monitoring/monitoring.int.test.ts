import { monitoring as contract, evaluation, operations, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { systemContext } from '../../core/actor.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ID = 'ct.lung-density';

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(() => server.end());

/** A study of the institution that was really analysed, and its run. */
async function analysed(admin: HttpClient) {
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  return analyses.find(({ algorithmId }) => algorithmId === ID)!;
}

/** Adds further runs like this one, in other submissions, this many days ago; `failed` of them failed. */
async function history(runId: string, daysAgo: number, runs: number, failed: number): Promise<void> {
  await server.parts.db.drizzle.execute(sql`
    insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, title, wording, frozen_at,
      input_sha256, started_at, finished_at, reason, reason_wording)
    select gen_random_uuid(), study_id, series_id, 1000 * (${daysAgo}::int + 1) + n, algorithm_id, algorithm_version,
      case when n <= ${failed} then 'failed' else 'evaluated' end, title, 'of-the-run', finished_at, input_sha256,
      finished_at - make_interval(days => ${daysAgo}::int, secs => 2), finished_at - make_interval(days => ${daysAgo}::int),
      null, null
    from analyses, generate_series(1, ${runs}::int) n where id = ${runId}`);
}
const breaches = async (institutionId: string) =>
  (await server.features.monitoring.breaches()).filter((breach) => breach.institutionId === institutionId);
const health = () => operator.call(operations.getSystemHealth);

it('[CAT-008] a breach of a control limit warns, and pauses the version where an operator said so, on these studies alone', async () => {
  const { monitoring } = server.features;
  const [quiet, loud] = [await factory.activated('sakin'), await factory.activated('telasli')];
  const [quietRun, loudRun] = [await analysed(quiet.admin), await analysed(loud.admin)];
  for (const run of [quietRun, loudRun]) await history(run.id, 2, 60, 3);
  await history(quietRun.id, 0, 20, 2);
  await monitoring.check();
  expect(await monitoring.breaches()).toEqual([]);
  expect((await health()).breaches).toEqual([]);

  // 14 of 21 fail where 4 of 62 were expected: 0.0645 + 3 √(0.0645 · 0.9355 / 21) = 0.225.
  await history(loudRun.id, 0, 20, 14);
  await monitoring.check();
  const [breach, ...others] = await breaches(loud.institutionId);
  expect(others).toEqual([]);
  expect(breach).toMatchObject({ algorithmId: ID, measure: 'failure-rate', n: 21, hasPaused: false });
  expect(breach!.value).toBeCloseTo(14 / 21, 6);
  expect(breach!.high).toBeCloseTo(0.2253, 3);
  // The health page names algorithm and institution in words; no part counts as failing.
  const shown = await health();
  expect(shown.breaches).toEqual([breach]);
  expect(breach).toMatchObject({ title: { en: 'CT lung volume and density' }, institution: 'Kıyı Radyoloji' });
  expect(shown.parts.filter(({ name }) => name.includes(ID))).toEqual([]);
  const mails = async () =>
    (
      await server.parts.db.drizzle.execute<{ template: string; recipient: string }>(
        sql`select template, recipient from outbox where template like 'version-%' order by created_at`,
      )
    ).rows;
  const { rows: operators } = await server.parts.db.drizzle.execute(
    sql`select email as recipient from staff where role = 'operator'`,
  );
  expect(await mails()).toEqual(operators.map((to) => ({ template: 'version-breach', ...to })));
  // A warning changes nothing, and is not repeated.
  expect(await analysed(loud.admin)).toMatchObject({ status: 'evaluated' });
  await monitoring.check();
  expect(await breaches(loud.institutionId)).toHaveLength(1);
  expect(await mails()).toHaveLength(1);

  // With the guard on, for another institution's studies: the version is paused there and nowhere else.
  const third = await factory.activated('ucuncu');
  const thirdRun = await analysed(third.admin);
  await history(thirdRun.id, 2, 60, 3);
  await history(thirdRun.id, 0, 20, 14);
  const params = { algorithmId: ID, version: thirdRun.algorithmVersion };
  await operator.call(contract.setVersionGuard, { params, body: { pausesOnBreach: true } });
  await monitoring.check();
  expect((await mails()).map(({ template }) => template)).toEqual(['version-breach', 'version-paused']);
  expect(await breaches(third.institutionId)).toMatchObject([{ measure: 'failure-rate', hasPaused: true }]);
  expect(await analysed(third.admin)).toBeUndefined();
  expect(await analysed(quiet.admin)).toMatchObject({ status: 'evaluated' });
  // Somebody has looked into it and activates it again.
  const choice = { institutionId: third.institutionId, algorithmId: ID, version: thirdRun.algorithmVersion };
  await server.features.packages.activate(systemContext, choice);
  expect(await analysed(third.admin)).toMatchObject({ status: 'evaluated' });
});

it('figures are told by version, institution and day: volume, time, failures, positives, input', async () => {
  const { admin, institutionId } = await factory.activated('sayan');
  const run = await analysed(admin);
  await history(run.id, 3, 8, 2);
  await server.parts.db.drizzle.execute(
    sql`update scans set patient_age_years = 41 where institution_id = ${institutionId}`,
  );
  const figures = await server.features.monitoring.figures({ algorithmId: ID });
  const own = figures.find((each) => each.institutionId === institutionId)!;
  expect(own.version).toBe(run.algorithmVersion);
  expect(own.days.map(({ runs, failures }) => [runs, failures])).toEqual([
    [8, 2],
    [1, 0],
  ]);
  expect(own.days[0]).toMatchObject({ seconds: 2, agreed: 0, disagreed: 0 });
  const first = (measure: contract.Measure) => own.charts.find((chart) => chart.measure === measure)?.points[0];
  expect(first('images')).toMatchObject({ n: 8, value: 24, spread: 0 });
  expect(first('slice-thickness')).toMatchObject({ n: 8, value: 10 });
  expect(first('failure-rate')).toMatchObject({ n: 8, value: 0.25 });
  expect(first('age')).toMatchObject({ n: 8, value: 41, spread: 0 });
});

it('an institution is shown its own figures alone, operators all; readers who disagree are counted', async () => {
  const { admin, institutionId } = await factory.activated('cizelge');
  const other = await factory.activated('komsu');
  const run = await analysed(admin);
  await history(run.id, 3, 60, 0);
  const [scan] = await admin.call(scans.listScans);
  const { findings } = await admin.call(scans.getScan, { params: { scanId: scan!.id } });
  const findingId = findings.find(({ algorithmId }) => algorithmId === ID)!.id;
  await admin.call(evaluation.setVerdict, { params: { scanId: scan!.id }, body: { findingId, verdict: 'disagree' } });
  const own = await admin.call(contract.listOwnFigures);
  expect(new Set(own.map((figures) => figures.institutionId))).toEqual(new Set([institutionId]));
  const lungs = own.find(({ algorithmId }) => algorithmId === ID)!;
  expect(lungs.days.map(({ runs, agreed, disagreed }) => [runs, agreed, disagreed])).toEqual([
    [60, 0, 0],
    [1, 0, 1],
  ]);
  const chart = (measure: contract.Measure) => lungs.charts.find((each) => each.measure === measure)!.points;
  // Limits begin where enough ran before; one run on a day says nothing.
  expect(chart('images')).toMatchObject([
    { n: 60, value: 24, spread: 0, limits: null },
    { n: 1, value: 24, limits: null },
  ]);
  expect(chart('agreement')).toMatchObject([{ n: 1, value: 0, limits: null }]);
  expect(await other.admin.call(contract.listOwnFigures)).toEqual([]);
  const all = await operator.call(contract.listVersionFigures, { params: { algorithmId: ID } });
  expect(all.find((figures) => figures.institutionId === institutionId)).toEqual(lungs);
});

it('what a radiologist corrected or rejected is not agreed with', async () => {
  const { admin, institutionId } = await factory.activated('hekim');
  const run = await analysed(admin);
  await history(run.id, 2, 3, 0);
  await server.staff('radiologist');
  await server.parts.db.drizzle.execute(sql`
    insert into analysis_verdicts (analysis_id, staff_id, verdict, given_at)
    select id, (select id from staff where role = 'radiologist' limit 1),
      (array['accepted', 'corrected', 'rejected'])[row_number() over (order by submission)], now()
    from analyses where series_id = (select series_id from analyses where id = ${run.id}) and submission > 1000`);
  const [own] = await server.features.monitoring.figures({ algorithmId: ID, institutionId });
  expect(own!.days[0]).toMatchObject({ runs: 3, agreed: 1, disagreed: 2 });
});
