import { macros, reports } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { codeOf } from '../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from './report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

it('a RADS list is kept where it fits modality and part, and no report with a gap is signed', async () => {
  const patient = await server.patient();
  const { caseId, draft } = await createReportFactory(server, radiologist).drafted(patient);
  const params = { caseId };
  const save = (version: number, change: Partial<reports.ReportContent>) =>
    radiologist.call(reports.saveReport, {
      params,
      body: { version, language: 'en', content: { ...draft.content, ...WRITTEN, ...change } },
    });
  const { version } = draft;
  // The phantom is a CT of the chest: lists for mammograms and for livers do not fit it, and no list has category 9.
  expect(await codeOf(save(version, { rads: { system: 'bi-rads', category: '4A' } }))).toBe('RADS_NOT_FITTING');
  expect(await codeOf(save(version, { rads: { system: 'li-rads', category: 'LR-5' } }))).toBe('RADS_NOT_FITTING');
  expect(await codeOf(save(version, { rads: { system: 'lung-rads', category: '9' } }))).toBe('VALIDATION_FAILED');
  const rads = { system: 'lung-rads', category: '4A' } as const;
  const gap = await save(version, { rads, recommendations: `Check in ${reports.REPORT_GAP} months.` });
  expect(gap.content.rads).toEqual(rads);
  await checkReading(radiologist, caseId);
  const sign = (signed: number) =>
    radiologist.call(reports.signReport, { params, body: { ...SIGNS, version: signed } });
  expect(await codeOf(sign(gap.version))).toBe('REPORT_HAS_GAPS');
  const filled = await save(gap.version, { rads, recommendations: 'Check in 3 months.' });
  expect((await sign(filled.version)).content.rads).toEqual(rads);
  const read = await patient.call(reports.getReport, { params });
  expect(read.content.rads).toEqual(rads);
  // The signature covers the words too.
  const { rows } = await server.parts.db.drizzle.execute<{ words: string }>(
    sql`select signed_document::json ->> 'radsLine' as words from reports where case_id = ${params.caseId}`,
  );
  expect([read.radsLine, rows]).toEqual([expect.stringMatching(/^Lung-RADS 4A: /), [{ words: read.radsLine }]]);
});

it('macros are of the radiologist who wrote them', async () => {
  const own = [{ name: 'normal', text: 'Bulgu saptanmadı.' }];
  expect(await radiologist.call(macros.getMacros)).toEqual([]);
  await radiologist.call(macros.setMacros, { body: { macros: own } });
  expect(await radiologist.call(macros.getMacros)).toEqual(own);
  expect(await (await server.staff('radiologist')).call(macros.getMacros)).toEqual([]);
  expect(await codeOf(radiologist.call(macros.setMacros, { body: { macros: [...own, ...own] } }))).toBe(
    'VALIDATION_FAILED',
  );
});
