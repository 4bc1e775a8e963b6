import { macros, reports } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
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

it('BI-RADS is kept for each breast, signed with the category that follows or was chosen, and told on page, paper and objects', async () => {
  const patient = await server.patient();
  const { caseId, draft } = await createReportFactory(server, radiologist).drafted(patient);
  const params = { caseId };
  // The phantom as a mammogram.
  await server.parts.db.drizzle.execute(sql`
    update series set modality = 'MG' where study_id in (select id from studies where case_id = ${caseId})`);
  let { version } = draft;
  const save = async (rads: object) => {
    const content = { ...draft.content, ...WRITTEN, rads } as reports.ReportContent;
    const saved = await radiologist.call(reports.saveReport, { params, body: { version, language: 'en', content } });
    version = saved.version;
    return saved;
  };
  const sign = () => radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } });
  const sides = { right: '4A', left: '2' };
  expect(await codeOf(save({ system: 'bi-rads', category: '2', sides }))).toBe('VALIDATION_FAILED');
  expect((await save({ system: 'bi-rads', category: '4A', sides })).radsLine).toMatch(/; overall 4A$/);
  await checkReading(radiologist, caseId);
  // The list does not rank an incomplete side beside a suspicious one: nothing is signed before the reader has chosen.
  const open = { system: 'bi-rads', category: null, sides: { right: '0', left: '4' } };
  expect((await save(open)).content.rads).toEqual(open);
  expect(await codeOf(sign())).toBe('RADS_OVERALL_MISSING');
  await save({ ...open, category: '4' });
  const line = 'BI-RADS, right breast 0: assessment incomplete; left breast 4: suspicious; overall 4';
  expect((await sign()).radsLine).toBe(line);
  const read = await patient.call(reports.getReport, { params });
  expect([read.radsLine, read.content.rads]).toEqual([line, { ...open, category: '4' }]);
  const paper = await waitFor(
    async () => {
      const answer = await patient.send(reports.getReportPdf, { params });
      return answer.ok ? pdfLines(new Uint8Array(await answer.arrayBuffer())) : undefined;
    },
    60_000,
    () => 'no PDF',
  );
  expect(paper.join(' ')).toContain(line);
  const archive = await radiologist.send(reports.getReportObjects, { params });
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const [, structured] = Object.entries(files).find(([name]) => name.endsWith('report.dcm')) ?? [];
  expect(Buffer.from(structured ?? []).toString('latin1')).toContain(line);
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
