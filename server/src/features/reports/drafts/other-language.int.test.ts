import { type reports as contract, preliminaryReads, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

it('a draft whose language is changed speaks that language, but for what the radiologist wrote', async () => {
  const { caseId, draft } = await createReportFactory(server, radiologist).drafted(await server.patient());
  const params = { caseId };
  const save = async (language: 'tr' | 'en', { version, content }: Pick<contract.Report, 'version' | 'content'>) =>
    radiologist.call(reports.saveReport, { params, body: { version, language, content } });
  const [volume, density] = draft.content.findings.split('\n');
  expect([volume, density]).toEqual([
    expect.stringMatching(/^Akciğer hacmi/),
    expect.stringMatching(/^Ortalama akciğer dansitesi/),
  ]);
  const findings = `${volume}\nNodül yok.\n${density} Normal.`;
  const english = await save('en', { version: draft.version, content: { ...draft.content, findings } });
  expect(english.language).toBe('en');
  expect(english.content.findings.split('\n')).toEqual([
    expect.stringMatching(/^Lung volume/),
    'Nodül yok.',
    `${density} Normal.`,
  ]);
  expect(english.content.technique).toMatch(/^CT chest, .*images/);
  expect(english.content.comparison).toMatch(/^No earlier examination/);
  expect(english.drafted.findings).toMatch(/^Lung volume.*\nMean lung density/);
  expect(english.algorithms[0]).not.toEqual(draft.algorithms[0]);
  const turkish = await save('tr', english);
  expect(turkish.content).toEqual({ ...draft.content, findings });
  expect(turkish.drafted).toEqual(draft.drafted);
});

it('a reader who reads first is told nothing of AI by a change of the language', async () => {
  const [patient, operator] = [await server.patient(), await server.staff('operator')];
  const rules = { isReadFirstForAll: true, secondReadPercent: 0 };
  await operator.call(preliminaryReads.setReadingRules, { body: rules });
  const { caseId, draft } = await createReportFactory(server, radiologist).drafted(patient);
  const params = { caseId };
  // The reader happens to write what AI says.
  const { rows } = await server.parts.db.drizzle.execute<{ findings: string }>(
    sql`select machine_draft ->> 'findings' as findings from reports where case_id = ${caseId}`,
  );
  const [findings = ''] = rows[0]!.findings.split('\n');
  expect(findings).toMatch(/^Akciğer hacmi/);
  const body = { version: draft.version, language: 'en' as const, content: { ...draft.content, findings } };
  const saved = await radiologist.call(reports.saveReport, { params, body });
  expect(saved.content.findings).toBe(findings);
  expect(saved.content.technique).toMatch(/^CT chest/);
  expect(saved.drafted.findings).toBe('');
  await operator.call(preliminaryReads.setReadingRules, { body: { ...rules, isReadFirstForAll: false } });
  const { report } = await radiologist.call(studies.getReading, { params });
  expect(report!.drafted.findings).toMatch(/^Lung volume/);
});
