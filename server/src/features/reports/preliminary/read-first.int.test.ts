import { accounts, cases, judgeAnalysis, marks, preliminaryReads, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { CallError, type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let reader: HttpClient;
let readerId: string;
let colleague: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  reader = await server.staff('radiologist');
  colleague = await server.staff('radiologist');
  readerId = (await reader.call(accounts.getStaff)).user.id;
});
afterAll(() => server.end());

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error)),
  );

/** A case with results of algorithms, not claimed. */
async function analysed(): Promise<string> {
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const { phantom } = createReportFactory(server, colleague);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
  await server.waitForDraft(colleague, caseId);
  return caseId;
}

const savesOf = async (caseId: string) =>
  (
    await server.parts.db.drizzle.execute<{ action: string; details: Record<string, unknown> }>(
      sql`select action, details from audit_events where subject_id = ${caseId} and action like 'reports.save%' order by sequence`,
    )
  ).rows;

it('[RED-009] in read-first mode AI results and overlays answer 409 until a preliminary read is saved; changes after it are recorded as such', async () => {
  const caseId = await analysed();
  const params = { caseId };
  const seen = await colleague.call(studies.getReading, { params });
  const analysisId = seen.analyses.find(({ status }) => status === 'evaluated')!.id;
  const proposed = seen.report!.content.findings.split('\n');
  expect(proposed.length).toBeGreaterThan(0);
  expect((await colleague.call(preliminaryReads.getAnalyses, { params })).length).toBe(seen.analyses.length);

  await operator.call(preliminaryReads.setReadFirst, { params: { userId: readerId }, body: { isReadFirst: true } });
  await reader.call(cases.claimCase, { params });
  const before = await reader.call(studies.getReading, { params });
  // Images, facts and a draft of headings are there; nothing of AI is, not even that it ran.
  expect(before.isAiWithheld).toBe(true);
  expect(before.studies).toEqual(seen.studies);
  expect(before.analyses).toEqual([]);
  expect(before.report!.algorithms).toEqual([]);
  expect(before.report!.content.technique).toBe(seen.report!.content.technique);
  const told = JSON.stringify(before);
  for (const { algorithmId, result } of seen.analyses) {
    expect(told).not.toContain(algorithmId);
    const overlays = result?.outcome === 'evaluated' ? result.overlays : [];
    for (const { slices } of overlays) expect(told).not.toContain(slices[0]!.runs);
  }
  for (const line of proposed) expect(told).not.toContain(line);
  expect(await statusOf(reader.call(preliminaryReads.getAnalyses, { params }))).toBe(409);
  expect(await codeOf(reader.call(preliminaryReads.getAnalyses, { params }))).toBe('READ_FIRST');
  expect(await codeOf(reader.call(marks.listSegmentations, { params }))).toBe('READ_FIRST');
  const judge = reader.call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict: 'accepted' } });
  expect(await codeOf(judge)).toBe('READ_FIRST');
  const sign = (version: number) => reader.call(reports.signReport, { params, body: { ...SIGNS, version } });
  expect(await codeOf(sign(before.report!.version))).toBe('READ_FIRST');

  const preliminary = (version: number) => reader.call(preliminaryReads.savePreliminary, { params, body: { version } });
  expect(await codeOf(preliminary(before.report!.version))).toBe('PRELIMINARY_NOT_WRITTEN');
  const written = { ...before.report!.content, findings: 'İki akciğer açık.', impression: 'Patoloji yok.' };
  const save = async (version: number, content: reports.ReportContent) =>
    reader.call(reports.saveReport, { params, body: { version, language: 'tr', content } });
  const draft = await save(before.report!.version, written);
  expect(draft.algorithms).toEqual([]);
  // A draft does not count as a preliminary read.
  expect(await codeOf(reader.call(preliminaryReads.getAnalyses, { params }))).toBe('READ_FIRST');

  // The window of images, which is a page of its own, is told that it may show AI now.
  const changedCases: string[] = [];
  const unsubscribe = server.features.cases.events.subscribe('console', {
    onChange: (change) => changedCases.push(change.caseId),
    onGap: () => undefined,
  });
  const kept = await preliminary(draft.version);
  await expect.poll(() => changedCases).toContain(caseId);
  unsubscribe();
  expect(kept.preliminaryReads).toEqual([
    expect.objectContaining({ findings: 'İki akciğer açık.', impression: 'Patoloji yok.', language: 'tr' }),
  ]);
  expect(await codeOf(preliminary(draft.version))).toBe('PRELIMINARY_EXISTS');
  expect(await reader.call(preliminaryReads.getAnalyses, { params })).toEqual(seen.analyses);
  const after = await reader.call(studies.getReading, { params });
  expect(after.isAiWithheld).toBe(false);
  expect(after.analyses).toEqual(seen.analyses);
  expect(after.report!.content.findings).toBe('İki akciğer açık.');

  const changed = await save(kept.version, { ...written, ...WRITTEN, impression: 'Amfizem.' });
  expect((await savesOf(caseId)).map(({ action, details }) => [action, details.changedSincePreliminary])).toEqual([
    ['reports.save', undefined],
    ['reports.save-preliminary', undefined],
    ['reports.save', 'impression'],
  ]);
  await checkReading(reader, caseId);
  expect((await sign(changed.version)).status).toBe('signed');
  const { rows } = await server.parts.db.drizzle.execute<{ document: string }>(
    sql`select signed_document as document from reports where case_id = ${caseId}`,
  );
  expect(JSON.parse(rows[0]!.document).readFirst).toEqual({
    savedAt: kept.preliminaryReads[0]!.savedAt,
    changed: ['impression'],
  });
  await expect(
    server.parts.db.drizzle.execute(sql`update preliminary_reads set content = '{}' where case_id = ${caseId}`),
  ).rejects.toThrow();
});

it('withholds AI from every radiologist while the rule of the house says so, and shows the signed report to all', async () => {
  const caseId = await analysed();
  const params = { caseId };
  expect(await operator.call(preliminaryReads.getReadingRules)).toEqual({
    isReadFirstForAll: false,
    secondReadPercent: 0,
  });
  await operator.call(preliminaryReads.setReadingRules, { body: { secondReadPercent: 1 } });
  // From a page that shows another rate: what it does not change stays.
  const rules = await operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll: true } });
  expect(rules).toEqual({ isReadFirstForAll: true, secondReadPercent: 1 });
  await operator.call(preliminaryReads.setReadingRules, { body: { secondReadPercent: 0 } });
  try {
    await colleague.call(cases.claimCase, { params });
    expect(await codeOf(colleague.call(preliminaryReads.getAnalyses, { params }))).toBe('READ_FIRST');
    const { report } = await colleague.call(studies.getReading, { params });
    const draft = await colleague.call(reports.saveReport, {
      params,
      body: {
        version: report!.version,
        language: 'tr',
        content: { ...report!.content, ...WRITTEN, findings: 'Bulgu yok.' },
      },
    });
    const { version } = await colleague.call(preliminaryReads.savePreliminary, {
      params,
      body: { version: draft.version },
    });
    // One reader's preliminary read does not count for another reader.
    expect(await codeOf(reader.call(preliminaryReads.getAnalyses, { params }))).toBe('READ_FIRST');
    expect((await reader.call(studies.getReading, { params })).report!.preliminaryReads).toEqual([]);
    await checkReading(colleague, caseId);
    await colleague.call(reports.signReport, { params, body: { ...SIGNS, version } });
    const { isAiWithheld, analyses } = await reader.call(studies.getReading, { params });
    expect([isAiWithheld, analyses.length > 0]).toEqual([false, true]);
  } finally {
    await operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll: false, secondReadPercent: 0 } });
  }
});
