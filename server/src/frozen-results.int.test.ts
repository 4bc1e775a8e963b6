import { join } from 'node:path';
import {
  type AnalysisRun,
  cases,
  evaluation,
  institutionData,
  judgeAnalysis,
  reports,
  scans,
  shares,
  studies,
} from '@duai/contract';
import canonicalize from 'canonicalize';
import { type SQL, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { pdfLines } from '../../scripts/pdf-lines.ts';
import { sha256Hex } from './core/ids.ts';
import { statementOf } from './features/analyses/index.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import type { SignedDocument } from './features/reports/signing/signed-document.ts';
import type { Running } from './start.ts';
import { codeOf } from './testing/code-of.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { NEWER_CATALOGUE } from './testing/newer-algorithms/catalogue.ts';
import { smallPhantom } from './testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from './testing/test-server.ts';

const NEWER = {
  catalogue: NEWER_CATALOGUE,
  tasks: join(import.meta.dirname, 'testing', 'newer-algorithms', 'tasks.ts'),
};
/** The same catalogue without the algorithm that measured. */
const REMOVED = { ...NEWER, catalogue: NEWER_CATALOGUE.filter(({ manifest }) => manifest.id !== 'ct.lung-density') };
const QUESTION = {
  name: 'Density is told',
  algorithmId: 'ct.lung-density',
  positiveWhen: { kind: 'finding' as const, code: 'DENSITY' },
};

let server: TestServer;
let running: Running;
let radiologist: HttpClient;
let patient: HttpClient;
let admin: HttpClient;
let reportFactory: ReturnType<typeof createReportFactory>;
let institutionFactory: ReturnType<typeof createInstitutionFactory>;
let signed: Awaited<ReturnType<typeof reportFactory.signed>>;
let inReview: Awaited<ReturnType<typeof reportFactory.drafted>>;
let scanId: string;
let link: { secret: string; pin: string };

const run = (statement: SQL) => running.parts.db.drizzle.execute(statement);

/** Everything that anybody sees of the results of these two cases and this scan. */
async function shown() {
  const scan = { params: { scanId } };
  const report = { params: { caseId: signed.caseId } };
  const zip = unzipSync(await admin.bytes(institutionData.downloadTrialData));
  const copy = async (caseId: string) => {
    const { report: draft, ...reading } = await radiologist.call(studies.getReading, { params: { caseId } });
    return { analyses: reading.analyses, checks: reading.checks, draft };
  };
  return {
    reading: await copy(signed.caseId),
    draft: await copy(inReview.caseId),
    patientReport: await patient.call(reports.getReport, report),
    patientPdf: pdfLines(await patient.bytes(reports.getReportPdf, report)),
    doctorReport: (await server.client().call(shares.openShare, { body: link })).report,
    scan: await admin.call(scans.getScan, scan),
    scans: await admin.call(scans.listScans),
    trialReports: await admin.call(scans.listTrialReports, { query: { page: 1 } }),
    scanPdf: pdfLines(await admin.bytes(scans.getScanPdf, scan)),
    scanCsv: strFromU8(await admin.bytes(scans.getScanCsv, scan)),
    scanFhir: JSON.parse(strFromU8(await admin.bytes(scans.getScanFhir, scan))) as unknown,
    scanSr: sha256Hex(await admin.bytes(scans.getScanSr, scan)),
    scanZip: strFromU8(zip[`scans/${scanId}/analyses.json`]!),
    verdicts: await admin.call(evaluation.listVerdicts),
    figures: await admin.call(evaluation.listProofs),
  };
}

let before: Awaited<ReturnType<typeof shown>>;

beforeAll(async () => {
  server = await startTestServer();
  running = server;
  radiologist = await server.staff('radiologist');
  reportFactory = createReportFactory(server, radiologist);
  institutionFactory = createInstitutionFactory(server, await server.staff('operator'));
  patient = await server.patient();
  signed = await reportFactory.signed(patient);
  inReview = await reportFactory.drafted(await server.patient());
  ({ admin } = await institutionFactory.activated('donmus'));
  scanId = (await institutionFactory.upload(admin)).scan.id;
  await institutionFactory.settled(admin);
  await waitFor(
    async () => (await patient.send(reports.getReportPdf, { params: { caseId: signed.caseId } })).ok || undefined,
    60_000,
    () => 'no PDF',
  );
  const made = await patient.call(shares.createShare, { params: { caseId: signed.caseId }, body: { maxOpenings: 10 } });
  link = { secret: new URL(made.link).hash.replace('#token=', ''), pin: made.pin };
  await admin.call(evaluation.createQuestion, { body: QUESTION });
  // One verdict on the first finding, another on the last: in another order of findings they would change places.
  const { findings } = await admin.call(scans.getScan, { params: { scanId } });
  const own = findings.filter(({ algorithmId }) => algorithmId === 'ct.lung-density');
  for (const [finding, verdict] of [
    [own.find(({ code }) => code === 'DENSITY')!, 'agree'],
    [own[0]!, 'disagree'],
  ] as const)
    await admin.call(evaluation.setVerdict, { params: { scanId }, body: { findingId: finding.id, verdict } });
  const lung = inReview.reading.analyses.find(({ algorithmId }) => algorithmId === 'ct.lung-density')!;
  await radiologist.call(judgeAnalysis, {
    params: { caseId: inReview.caseId, analysisId: lung.id },
    body: { verdict: 'rejected' },
  });
  // The first call leaves a receipt for the patient's report, which later answers show; so only the second is compared.
  await shown();
  before = await shown();
});
afterAll(() => server.end());

const sentences = (runs: AnalysisRun[]) => runs.flatMap((each) => each.sentences.findings);

describe('another version of an algorithm, with other words, another order and other places', () => {
  beforeAll(async () => {
    expect(sentences(before.reading.analyses).join('\n')).toMatch(/Lung volume/);
    expect(before.figures.proofs[0]).toMatchObject({ evaluated: 1, all: { truePositives: 1 } });
    expect(before.patientReport.places[0]!.findingId).toBeDefined();
    running = await server.restartWith(NEWER);
  });

  it('[HSE-001] changes nothing of earlier results, verdicts, figures, PDFs, exports and FHIR bundles', async () => {
    expect(await shown()).toEqual(before);
  });

  it('[HSE-001] leaves the signature what it was: what was signed is what is stored, word by word', async () => {
    const { rows } = await run(
      sql`select signed_document, content_sha256 from reports where case_id = ${signed.caseId}`,
    );
    const document = JSON.parse(String(rows[0]!.signed_document)) as SignedDocument;
    expect(sha256Hex(canonicalize(document)!)).toBe(rows[0]!.content_sha256);
    const verified = await server.client().call(reports.verifyReport, {
      params: { sha256: String(rows[0]!.content_sha256) },
    });
    expect(verified).toEqual({ isValid: true, isCopyDamaged: false });
    const runs = await running.parts.db.transaction((tx) => running.features.analyses.ofCase(tx, signed.caseId));
    const hash = (value: unknown) => sha256Hex(canonicalize(value)!);
    expect(
      document.analyses.map(({ algorithmId, statementSha256, resultSha256 }) => [
        algorithmId,
        statementSha256,
        resultSha256,
      ]),
    ).toEqual(
      runs
        .toSorted((a, b) => (a.algorithmId < b.algorithmId ? -1 : 1))
        .map((each) => [each.algorithmId, hash(statementOf(each)), each.result && hash(each.result)]),
    );
  });

  it('[HSE-001] does not hide from the signature that a rejected sentence still stands in the draft', async () => {
    const { caseId, draft } = inReview;
    const { analyses } = await radiologist.call(studies.getReading, { params: { caseId } });
    for (const { id: analysisId, algorithmId, status } of analyses)
      if (status === 'evaluated' && algorithmId !== 'ct.lung-density')
        await radiologist.call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict: 'accepted' } });
    for (const { instances } of inReview.reading.studies.flatMap((study) => study.series))
      await radiologist.bytes(studies.getInstancePreview, { params: { instanceId: instances[0]!.id } });
    const written = { ...draft.content, impression: 'Sonuç.', plainSummary: 'Akciğerlerinizde bir şey görmedik. İyi.' };
    const { version } = await radiologist.call(reports.saveReport, {
      params: { caseId },
      body: { version: draft.version, language: 'tr', content: written },
    });
    const sign = radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version } });
    expect(await codeOf(sign)).toBe('REPORT_KEEPS_REJECTED');
  });

  it('[HSE-001] tells new results in its own words, under its own version', async () => {
    const { scan } = await institutionFactory.upload(admin);
    await institutionFactory.settled(admin);
    const { analyses, findings } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
    const lung = analyses.find(({ algorithmId }) => algorithmId === 'ct.lung-density')!;
    expect(lung).toMatchObject({
      algorithmVersion: '9.0.0',
      title: { en: 'NEWER title en', ar: 'NEWER title ar' },
      wordedLaterAt: null,
    });
    expect(lung.sentences.findings).toContain('NEWER en DENSITY');
    expect(lung.sentences.findings.at(-2)).toBe('NEWER en VOLUME');
    expect(findings.every(({ sentence }) => sentence.startsWith('NEWER'))).toBe(true);

    const caseId = await server.openCase(patient);
    const form = new FormData();
    for (const { name, bytes } of smallPhantom(7).files.slice(0, 2))
      form.append('images', new Blob([bytes.slice()]), name);
    await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
    await server.waitForDraft(radiologist, caseId);
    const { analyses: gated } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(gated.map(({ reason }) => reason)).toContain('NEWER en TOO_FEW_SLICES');
  });
});

it('[HSE-001] an algorithm that has left the catalogue leaves its results as they were told', async () => {
  const earlier = await admin.call(evaluation.listProofs);
  running = await server.restartWith(REMOVED);
  const now = await shown();
  for (const part of [
    'reading',
    'patientReport',
    'patientPdf',
    'doctorReport',
    'scan',
    'scanPdf',
    'scanCsv',
    'scanFhir',
    'scanSr',
    'scanZip',
    'verdicts',
  ] as const)
    expect(now[part], part).toEqual(before[part]);
  expect(now.draft.analyses).toEqual(before.draft.analyses);
  expect(now.figures).toEqual(earlier);
});

it('a frozen result cannot be changed, nor what it told; it goes with its scan', async () => {
  const { rows } = await run(sql`
    select analyses.id, findings.id as finding from analyses join studies on studies.id = study_id
    join findings on analysis_id = analyses.id where scan_id = ${scanId} limit 1`);
  const { id, finding } = rows[0]!;
  const refused = (statement: SQL) =>
    run(statement).then(
      () => 'done',
      (error: Error) => String((error.cause as Error).message),
    );
  for (const statement of [
    sql`update analyses set result = jsonb_set(result, '{findings}', '[]') where id = ${id}`,
    sql`update analyses set title = '{}' where id = ${id}`,
    sql`update analyses set frozen_at = null, wording = null where id = ${id}`,
    sql`update findings set wording = '{}' where id = ${finding}`,
    sql`update findings set analysis_id = gen_random_uuid() where id = ${finding}`,
    sql`delete from findings where id = ${finding}`,
    sql`insert into findings (id, analysis_id, position, kind, code_system, code) values (gen_random_uuid(), ${id}, 99, 'reason', 'urn:x', 'X')`,
  ])
    expect(await refused(statement)).toMatch(/is frozen and cannot be changed/);
  await admin.call(scans.deleteScan, { params: { scanId } });
  expect((await run(sql`select 1 from findings where id = ${finding}`)).rows).toEqual([]);
});
