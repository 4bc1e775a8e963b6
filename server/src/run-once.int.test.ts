import { cases } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let caseId: string;
beforeAll(async () => {
  server = await startTestServer();
  const { drafted } = createReportFactory(server, await server.staff('radiologist'));
  ({ caseId } = await drafted(await server.patient()));
});
afterAll(() => server.end());

/** Every row of the case's runs, and how many jobs of this kind have ever existed. */
async function state(job: string) {
  const { rows } = await server.parts.db.drizzle.execute(
    sql`select a.* from analyses a join studies s on s.id = a.study_id where s.case_id = ${caseId} order by a.id`,
  );
  const jobs = await server.parts.db.drizzle.execute(
    sql`select 1 from pgboss.job where name = ${job} and data->>'caseId' = ${caseId}`,
  );
  return { runs: JSON.stringify(rows), count: rows.length, jobs: jobs.rows.length };
}

const runsOf = (id: string) => server.parts.db.transaction((tx) => server.features.analyses.ofCase(tx, id));

it('a finished analysis that is asked for again keeps its result, its times and its draft', async () => {
  const before = await state('analyses.case-finished');
  const runs = await runsOf(caseId);
  const finished = runs.find(({ status }) => status === 'evaluated')!;
  const payload = { caseId, submission: finished.submission, analysisId: finished.id };
  await server.features.analyses.run(payload, { attempt: 1, isLastAttempt: false });
  expect(await state('analyses.case-finished')).toMatchObject({ runs: before.runs });
});

it('a case that is planned twice has each analysis once', async () => {
  const before = await state('analyses.run');
  expect(before.count).toBeGreaterThan(1);
  const { submission } = (await runsOf(caseId))[0]!;
  await Promise.all([1, 2].map(() => server.features.analyses.plan({ caseId, submission })));
  expect(await state('analyses.run')).toEqual(before);
});

it('[HSE-001] a result of another version than is installed is not kept: the job runs again', async () => {
  const { compute, db } = server.parts;
  const run = compute.run.bind(compute);
  const ran: string[] = [];
  const spy = vi.spyOn(compute, 'run').mockImplementation(async (task, input, options) => {
    const outcome = (await run(task, input, options)) as { algorithmVersion: string };
    if (task !== 'analyse') return outcome as never;
    ran.push((input as { algorithmId: string }).algorithmId);
    return (ran.length > 1 ? outcome : { ...outcome, algorithmVersion: '0.0.1' }) as never;
  });
  const patient = await server.patient();
  const id = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId: id }, form: imagesForm(smallPhantom(508).files) });
  const runs = await waitFor(
    async () => {
      await db.drizzle.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
      const found = await runsOf(id);
      const isOver = found.length > 0 && found.every(({ status }) => status !== 'planned' && status !== 'running');
      return isOver ? found : undefined;
    },
    60_000,
    () => 'the analyses did not end',
  );
  spy.mockRestore();
  expect(ran.filter((algorithmId) => algorithmId === ran[0])).toHaveLength(2);
  expect(runs.filter(({ status }) => status === 'failed')).toEqual([]);
});
