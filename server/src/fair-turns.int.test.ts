import { billing, cases, evaluation, scans, type Urgency } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { systemContext } from './core/actor.ts';
import { createLogger } from './core/logger.ts';
import { type Running, start } from './start.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let worker: Running | undefined;
let admin: HttpClient;
let institutionId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await worker?.stop();
  await server.end();
});

it('[TRU-019] studies of several institutions are analysed in turn, urgent cases first', async () => {
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  const [a, b, c] = [
    await factory.activated('a-kurumu'),
    await factory.activated('b-kurumu'),
    await factory.activated('c-kurumu'),
  ];
  ({ admin, institutionId } = a);
  const patients = { routine: await server.patient(), urgent: await server.patient() };
  // Nothing is worked on before everything waits.
  await server.parts.queue.stop();
  let seed = 700;
  const files = () => {
    seed += 1;
    return smallPhantom(seed).files.slice(0, 2);
  };
  const owners = new Map<string, string>();
  const study = async (name: string, admin: typeof a.admin) => {
    const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(files()) });
    owners.set(scan.id, name);
  };
  const sendCase = async (urgency: Extract<Urgency, 'routine' | 'urgent'>) => {
    const { id } = await patients[urgency].call(cases.createCase, { body: { modality: 'CT', urgency } });
    await patients[urgency].call(cases.uploadCaseImages, { params: { caseId: id }, form: imagesForm(files()) });
    owners.set(id, urgency);
  };
  for (let number = 1; number <= 4; number += 1) await study('A', a.admin);
  await study('B', b.admin);
  await study('C', c.admin);
  await sendCase('routine');
  await sendCase('urgent');

  worker = await start({ ...server.parts.config, DUAI_ROLE: 'worker' }, { log: createLogger('silent') });
  /** Whose work began, one after the other; every study has one analysis. */
  const begun = async (job: string) => {
    const { rows } = await server.parts.db.drizzle.execute<{ owner: string }>(sql`
      select coalesce(data ->> 'caseId', data ->> 'scanId') as owner from pgboss.job
      where name = ${job} and started_on is not null order by started_on`);
    return rows.map(({ owner }) => owners.get(owner));
  };
  await waitFor(
    async () => (await begun('analyses.run')).length === owners.size || undefined,
    100_000,
    () => 'not everything was analysed',
  );
  const inTurn = ['urgent', 'A', 'B', 'C', 'routine', 'A', 'A', 'A'];
  expect(await begun('studies.ingest')).toEqual(inTurn);
  expect(await begun('analyses.run')).toEqual(inTurn);
});

it('a call that asks for work in a child process is counted to its account, so that it never takes the last process', async () => {
  const [{ id: scanId }] = (await admin.call(scans.listScans)) as [scans.Scan];
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
