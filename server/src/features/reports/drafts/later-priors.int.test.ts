import { given, reports, studies } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

it('an earlier case that is signed after the draft is told to its radiologist, and the text stays', async () => {
  const radiologist = await server.staff('radiologist');
  const { drafted, sign } = createReportFactory(server, radiologist);
  const patient = await server.patient();
  const first = await drafted(patient);
  const second = await drafted(patient);
  expect(second.reading.laterPriors).toEqual([]);
  const { caseNumber } = first.reading.case;

  await sign(first);
  const read = async (caseId: string) => radiologist.call(studies.getReading, { params: { caseId } });
  const reading = await read(second.caseId);
  expect(reading.laterPriors).toMatchObject([{ caseNumber, en: expect.stringContaining(caseNumber) }]);
  const { content, version } = given(reading.report, 'the draft');
  expect(content).toEqual(second.draft.content);

  // One that the draft names is not told, whatever the radiologist made of it.
  const third = await drafted(patient);
  expect(third.draft.content.comparison).toContain(caseNumber);
  const comparison = 'Yok.';
  const body = {
    version: third.draft.version,
    language: 'tr' as const,
    content: { ...third.draft.content, comparison },
  };
  await radiologist.call(reports.saveReport, { params: { caseId: third.caseId }, body });
  expect((await read(third.caseId)).laterPriors).toEqual([]);

  // A signed report has a draft no more.
  await sign({ ...second, draft: { ...second.draft, content, version } });
  expect((await read(second.caseId)).laterPriors).toEqual([]);
});
