import { given, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhantom } from '../../../testing/samples.ts';
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

it('a case that was read before is called earlier only by the day of its images, and told where they name somebody else', async () => {
  const radiologist = await server.staff('radiologist');
  /** The phantom of 1 April 2025, of another day. */
  const factoryOf = (seed: number, day: string) => {
    const phantom = smallPhantom(seed);
    const files = phantom.files.map((file) => ({
      ...file,
      bytes: new Uint8Array(
        Buffer.from(Buffer.from(file.bytes).toString('latin1').replaceAll('20250401', day), 'latin1'),
      ),
    }));
    return createReportFactory(server, radiologist, { ...phantom, files });
  };
  const patient = await server.patient();
  const { caseId, reading } = await factoryOf(21, '20250401').signed(patient);
  const { caseNumber } = reading.case;
  const older = await factoryOf(22, '20230401').drafted(patient);
  expect(older.draft.content.comparison).toBe(
    `Burada okunan, aynı günden ya da daha yeni tetkikler: BT, 1 Nisan 2025, ${caseNumber}.`,
  );
  const newer = await factoryOf(23, '20250402').drafted(patient);
  expect(newer.draft.content.comparison).toBe(`Burada okunan önceki tetkikler: BT, 1 Nisan 2025, ${caseNumber}.`);
  // Beside a study without a date the case may be newer than its other one.
  await server.parts.db.drizzle.execute(sql`insert into studies (id, case_id) values (gen_random_uuid(), ${caseId})`);
  await server.parts.db.drizzle.execute(sql`update series_identities i set name = 'BAŞKA^BİRİ'
    from series s join studies t on t.id = s.study_id where s.id = i.series_id and t.case_id = ${caseId}`);
  const last = await factoryOf(24, '20250403').drafted(patient);
  expect(last.draft.content.comparison).toBe(
    `Burada okunan ve tarih eksik olduğu için önceki olup olmadığı bilinmeyen tetkikler: BT, ${caseNumber} (görüntülerindeki kimlik bilgileri hastanınkinden farklı).`,
  );
});
