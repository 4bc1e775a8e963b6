import { billing, cases, evaluation, scans, type Urgency } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { systemContext } from './core/actor.ts';
import { createLogger } from './core/logger.ts';
import { type Running, start } from './start.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { driveJobs } from './testing/job-driver.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let worker: Running | undefined;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let institutionId: string;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('a-kurumu'));
});
afterAll(async () => {
  await worker?.stop();
  await server.end();
});

it('[TRU-019] studies of several institutions are analysed in turn, urgent cases first', async () => {
  const [b, c] = [await factory.activated('b-kurumu'), await factory.activated('c-kurumu')];
  const patients = { routine: await server.patient(), urgent: await server.patient() };
  // No work starts before everything waits.
  await server.parts.queue.stop();
  let seed = 700;
  const files = () => {
    seed += 1;
    return smallPhantom(seed).files.slice(0, 2);
  };
  const owners = new Map<string, string>();
  const study = async (name: string, by: HttpClient) => {
    const { scan } = await by.call(scans.uploadScan, { form: imagesForm(files()) });
    owners.set(scan.id, name);
  };
  const sendCase = async (urgency: Extract<Urgency, 'routine' | 'urgent'>) => {
    const { id } = await patients[urgency].call(cases.createCase, { body: { modality: 'CT', urgency } });
    await patients[urgency].call(cases.uploadCaseImages, { params: { caseId: id }, form: imagesForm(files()) });
    owners.set(id, urgency);
  };
  for (let number = 1; number <= 4; number += 1) await study('A', admin);
  await study('B', b.admin);
  await study('C', c.admin);
  await sendCase('routine');
  await sendCase('urgent');

  const inTurn = ['urgent', 'A', 'B', 'C', 'routine', 'A', 'A', 'A'];
  const ownersIn = (rows: { owner: string }[]) => rows.map(({ owner }) => owners.get(owner));
  const ofJob = sql`coalesce(data ->> 'caseId', data ->> 'scanId') as owner from pgboss.job`;
  /** Whose jobs wait, in the order in which workers would take them. */
  const waiting = async (job: string) => {
    const { rows } = await server.parts.db.drizzle.execute<{ owner: string }>(sql`
      select ${ofJob} where name = ${job} and state = 'created' order by priority desc, created_on, id`);
    return ownersIn(rows);
  };
  // The driver runs each step in the order in which the jobs were written, so that the next step's order is its own
  // doing.
  const jobs = driveJobs(server);
  for (const step of ['studies.ingest', 'studies.ready', 'analyses.run']) {
    await jobs.run({ before: step });
    expect([step, await waiting(step)]).toEqual([step, inTurn]);
  }

  worker = await start({ ...server.parts.config, DUAI_ROLE: 'worker' }, { log: createLogger('silent') });
  /** Whose analyses started, in order; every study has one. */
  const begun = async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ owner: string }>(sql`
      select ${ofJob} where name = 'analyses.run' and started_on is not null order by started_on`);
    return ownersIn(rows);
  };
  await waitFor(
    async () => (await begun()).length === owners.size || undefined,
    100_000,
    () => 'not everything was analysed',
  );
  expect(await begun()).toEqual(inTurn);
});

it('a call that asks for work in a child process is counted to its account, so that it never takes the last process', async () => {
  const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(smallPhantom(780).files.slice(0, 2)) });
  await factory.settled(admin);
  const scanId = scan.id;
  const { studies } = await admin.call(scans.getScan, { params: { scanId } });
  const instanceId = studies[0]!.series[0]!.instances[0]!.id;
  const { quick, compute } = server.parts;
  const asked = [vi.spyOn(quick, 'run'), vi.spyOn(compute, 'run')];
  const window = { center: 40, width: 80 };
  await admin.bytes(scans.getScanPreview, { params: { instanceId }, query: window });
  for (const endpoint of [scans.getScanPdf, scans.getScanSr]) await admin.bytes(endpoint, { params: { scanId } });
  const month = new Date().toISOString().slice(0, 7);
  await admin.bytes(billing.getStatementPdf, { params: { month } });
  await admin.call(evaluation.createDossier);
  await server.features.scans.exports.encapsulatedPdf(systemContext, institutionId, scanId);
  const accounts = asked.flatMap(({ mock }) => mock.calls.map(([task, , { account }]) => [task, account]));
  expect(accounts.map(([task]) => task).sort()).toEqual([
    'render-document-pdf',
    'render-document-pdf',
    'render-document-pdf',
    'render-preview',
    'write-encapsulated-pdf',
    'write-measurement-report',
  ]);
  expect(new Set(accounts.map(([, account]) => account))).toEqual(new Set([institutionId]));
  for (const spy of asked) spy.mockRestore();
});

it('nothing of an institution or a case is locked while its files are written', async () => {
  const { storage, db } = server.parts;
  const commit = storage.commit.bind(storage);
  let row = sql``;
  let files = 0;
  let asked = Promise.resolve();
  /** Fails at once if somebody holds the row. Files are written at the same time, so each waits for the one before. */
  const takeRow = async () => {
    await db.drizzle.execute(sql`select 1 from ${row} for update nowait`);
    files += 1;
  };
  const writing = vi.spyOn(storage, 'commit').mockImplementation(async (staged, hold) => {
    asked = asked.then(takeRow);
    await asked;
    return commit(staged, hold);
  });
  const form = (seed: number) => imagesForm(smallPhantom(seed).files.slice(0, 2));
  row = sql`trials where institution_id = ${institutionId}`;
  await admin.call(scans.uploadScan, { form: form(790) });
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  row = sql`cases where id = ${caseId}`;
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: form(791) });
  writing.mockRestore();
  expect(files).toBe(4);
});
