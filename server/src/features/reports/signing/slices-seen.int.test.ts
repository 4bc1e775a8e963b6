import { cases, keepSlicesSeen, MOST_SLICES_AT_ONCE, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let reader: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  reader = await server.staff('radiologist');
});
afterAll(() => server.end());

it('[RED-010] each slice counts once, for the reader whose screen it was on, and the signature keeps the share', async () => {
  const { caseId, reading, draft } = await createReportFactory(server, reader).drafted(await server.patient());
  const params = { caseId };
  const [series] = reading.studies[0]!.series;
  const total = series!.instances.length;
  const keep = (by: HttpClient, ...at: number[]) =>
    by.call(keepSlicesSeen, {
      params,
      body: { slices: at.map((index) => ({ imageId: series!.instances[index]!.id, frame: 0 })) },
    });
  const seenBy = async (by: HttpClient) => (await by.call(studies.getReading, { params })).checks.seenSeries;
  const share = (shown: number) => [{ seriesId: series!.id, shown, total }];

  expect(await seenBy(reader)).toEqual(share(0));
  expect(await keep(reader, 0, 1, 1)).toEqual({ seenSeries: share(2) });
  expect(await keep(reader, 1, 2)).toEqual({ seenSeries: share(3) });
  const colleague = await server.staff('radiologist');
  expect(await seenBy(colleague)).toEqual(share(0));

  const other = await createReportFactory(server, reader).drafted(await server.patient());
  const wrong = [
    { imageId: series!.instances[0]!.id, frame: 1 },
    { imageId: other.reading.studies[0]!.series[0]!.instances[0]!.id, frame: 0 },
  ];
  for (const slice of wrong) {
    expect(await codeOf(reader.call(keepSlicesSeen, { params, body: { slices: [slice] } }))).toBe('NOT_FOUND');
  }
  const many = Array.from({ length: MOST_SLICES_AT_ONCE + 1 }, () => wrong[0]!);
  expect(await codeOf(reader.call(keepSlicesSeen, { params, body: { slices: many } }))).toBe('VALIDATION_FAILED');
  expect(await seenBy(reader)).toEqual(share(3));

  const { version } = await reader.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'en', content: { ...draft.content, ...WRITTEN } },
  });
  await checkReading(reader, caseId);
  await reader.call(reports.signReport, { params, body: { ...SIGNS, version } });
  const { rows } = await server.parts.db.drizzle.execute<{ told: string; signed: string }>(sql`
    select details ->> 'slicesSeen' as told, signed_document as signed
    from audit_events join reports on case_id::text = subject_id::text
    where action = 'reports.sign' and case_id = ${caseId}`);
  expect(rows[0]!.told).toBe(`${series!.id} 3/${total}`);
  expect(JSON.parse(rows[0]!.signed)).toMatchObject({ seenSeries: share(3) });
});

it('new images are seen anew', async () => {
  const { caseId, reading } = await createReportFactory(server, reader).drafted(await server.patient());
  const [image] = reading.studies[0]!.series[0]!.instances;
  const body = { slices: [{ imageId: image!.id, frame: 0 }] };
  await reader.call(keepSlicesSeen, { params: { caseId }, body });
  await server.parts.db.drizzle.execute(
    sql`update cases set submission = 2, pipeline = 'analysing' where id = ${caseId}`,
  );
  const { checks } = await reader.call(studies.getReading, { params: { caseId } });
  expect(checks.seenSeries.map(({ shown }) => shown)).toEqual([0]);
  expect((await reader.call(cases.getWorklist)).some(({ id }) => id === caseId)).toBe(true);
});
