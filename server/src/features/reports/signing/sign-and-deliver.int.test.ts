import { createHash } from 'node:crypto';
import { cases, judgeAnalysis, reports, rights, studies } from '@duai/contract';
import canonicalize from 'canonicalize';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { CallError, HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { DOCUMENT_TEXTS } from '../../../core/texts.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { caseAnalysed } from '../../analyses/index.ts';
import { createReportFactory } from '../report-factory.ts';
import { deliverReport } from '../reports.jobs.ts';
import type { SignedDocument } from './signed-document.ts';

let server: TestServer;
let radiologist: HttpClient;
let factory: ReturnType<typeof createReportFactory>;

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  factory = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const query = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await server.parts.db.drizzle.execute<Row>(statement)).rows;

/** Waits until every job of that name has ended; none may have failed for good. */
const settled = (name: string) =>
  waitFor(
    async () => {
      const counts = (await server.parts.queue.counts()).find((row) => row.name === name);
      expect(counts?.dead ?? 0).toBe(0);
      return counts && counts.waiting + counts.active === 0 ? true : undefined;
    },
    60_000,
    () => `${name} does not settle`,
  );

describe('the draft', () => {
  it('is written once: a second run, and one of an older submission, change nothing [PAT-082]', async () => {
    const { caseId, draft } = await factory.drafted(await server.patient());
    for (const submission of [1, 0]) {
      await server.parts.db.transaction((tx) => server.parts.queue.enqueue(tx, caseAnalysed, { caseId, submission }));
    }
    await settled(caseAnalysed.name);
    const { report } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(report).toEqual(draft);
  });

  it('keeps what the radiologist wrote when new images were analysed, and measures anew [PAT-082]', async () => {
    const { caseId, draft } = await factory.drafted(await server.patient());
    const saved = await radiologist.call(reports.saveReport, {
      params: { caseId },
      body: { version: draft.version, language: 'tr', content: { ...draft.content, findings: 'Elle yazıldı.' } },
    });
    // Simulates a second submission of images, without waiting for one.
    await query(sql`update cases set submission = 2, pipeline = 'analysing' where id = ${caseId}`);
    await server.parts.db.transaction((tx) => server.parts.queue.enqueue(tx, caseAnalysed, { caseId, submission: 2 }));
    await settled(caseAnalysed.name);
    const { report } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(report!.content.findings).toBe('Elle yazıldı.');
    expect(report!.version).toBe(saved.version + 1);
    expect(report!.algorithms).toEqual([]);
  });

  it('is neither saved nor signed while it is of earlier images [PAT-083]', async () => {
    const { caseId, draft } = await factory.drafted(await server.patient());
    const body = { version: draft.version, language: 'tr' as const, content: { ...draft.content, impression: 'x' } };
    const saved = await radiologist.call(reports.saveReport, { params: { caseId }, body });
    await query(sql`update cases set submission = 2, pipeline = 'analysing' where id = ${caseId}`);
    const sign = reports.signReport;
    const signing = radiologist.call(sign, { params: { caseId }, body: { ...SIGNS, version: saved.version } });
    expect(await codeOf(signing)).toBe('REPORT_NOT_READY');
    expect(
      await codeOf(
        radiologist.call(reports.saveReport, { params: { caseId }, body: { ...body, version: saved.version } }),
      ),
    ).toBe('REPORT_NOT_READY');
  });
});

describe('what nobody read', () => {
  const sign = (by: HttpClient, caseId: string, version: number) =>
    by.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version } });
  const refusalOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => (error as CallError).body,
    );

  it('is not signed: every series is opened, every result about the person judged, by the one who signs [PAT-083]', async () => {
    const { caseId, reading, draft } = await factory.drafted(await server.patient());
    const params = { caseId };
    const { version } = await radiologist.call(reports.saveReport, {
      params,
      body: { version: draft.version, language: 'tr', content: { ...draft.content, ...WRITTEN } },
    });
    const [series] = reading.studies[0]!.series;
    // Remarks on the quality of images are no results about the person: nobody is asked for a verdict on them.
    const judged = reading.analyses.filter((run) => run.isJudged);
    expect(judged.map(({ algorithmId }) => algorithmId)).toEqual(['ct.lung-density']);
    expect(reading.analyses.find(({ algorithmId }) => algorithmId === 'qc.series')?.status).toBe('evaluated');
    const results = judged.map(({ id }) => id);
    expect(await refusalOf(sign(radiologist, caseId, version))).toMatchObject({
      code: 'REPORT_NOT_CHECKED',
      details: { series: [series!.id], analyses: results },
    });

    // What a colleague opened does not count as seen by the signer.
    const colleague = await server.staff('radiologist');
    const preview = { params: { instanceId: series!.instances[0]!.id } };
    await colleague.bytes(studies.getInstancePreview, preview);
    // Nor does the thumbnail of a key image count as opening the series.
    await radiologist.bytes(studies.getInstancePreview, { ...preview, query: { use: 'thumbnail' } });
    expect((await radiologist.call(studies.getReading, { params })).checks).toMatchObject({
      openedSeries: [],
      verdicts: [],
    });
    await radiologist.bytes(studies.getInstancePreview, preview);
    expect((await radiologist.call(studies.getReading, { params })).checks.openedSeries).toEqual([series!.id]);

    for (const analysisId of results) {
      expect(await codeOf(sign(radiologist, caseId, version))).toBe('REPORT_NOT_CHECKED');
      const wish = { params: { caseId, analysisId }, body: { verdict: 'accepted' as const } };
      expect(await codeOf(colleague.call(judgeAnalysis, wish))).toBe('CASE_CLAIMED');
      const checks = await radiologist.call(judgeAnalysis, wish);
      expect(checks.verdicts).toContainEqual({ analysisId, verdict: 'accepted' });
    }
    expect(await codeOf(sign(radiologist, caseId, version))).toBe('ok');
  });

  it('nor is a result that was rejected, while its sentences stand in the report [PAT-083]', async () => {
    const { caseId, draft } = await factory.drafted(await server.patient());
    const params = { caseId };
    const save = (version: number, findings: string) =>
      radiologist.call(reports.saveReport, {
        params,
        body: { version, language: 'tr', content: { ...draft.content, findings, ...WRITTEN } },
      });
    const kept = await save(draft.version, draft.content.findings);
    await checkReading(radiologist, caseId, 'rejected');
    expect(await codeOf(sign(radiologist, caseId, kept.version))).toBe('REPORT_KEEPS_REJECTED');
    const changed = await save(kept.version, 'Akciğer parankimi doğal.');
    const signed = await sign(radiologist, caseId, changed.version);
    expect(signed.status).toBe('signed');
    const [row] = await query<{ signed_document: string }>(
      sql`select signed_document from reports where case_id = ${caseId}`,
    );
    const { analyses } = JSON.parse(row!.signed_document) as SignedDocument;
    for (const { algorithmId, status, verdict } of analyses)
      expect(verdict).toBe(status === 'evaluated' && algorithmId !== 'qc.series' ? 'rejected' : null);
    expect(analyses.some(({ verdict }) => verdict === 'rejected')).toBe(true);
  });

  it('and new images are looked at and judged anew [PAT-083]', async () => {
    const { caseId } = await factory.drafted(await server.patient());
    await checkReading(radiologist, caseId);
    await query(sql`update cases set submission = 2, pipeline = 'analysing' where id = ${caseId}`);
    const { checks } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(checks).toMatchObject({ openedSeries: [], verdicts: [] });
  });
});

describe('the summary for the patient', () => {
  it('[LMP-001] a report with an untouched plain summary cannot be signed', async () => {
    const { caseId, draft } = await factory.drafted(await server.patient());
    const params = { caseId };
    await checkReading(radiologist, caseId);
    let version = draft.version;
    const signWith = async (plainSummary: string) => {
      const content = { ...draft.content, ...WRITTEN, plainSummary };
      const saved = await radiologist.call(reports.saveReport, { params, body: { version, language: 'en', content } });
      version = saved.version;
      return codeOf(radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } }));
    };
    expect(draft.content.plainSummary).toBe(DOCUMENT_TEXTS.tr.draft.plainSummary);
    for (const untouched of [
      draft.content.plainSummary,
      `\n ${draft.content.plainSummary}  `,
      DOCUMENT_TEXTS.en.draft.plainSummary,
      draft.content.findings,
      '',
      ' \n\u00a0',
    ])
      expect(await signWith(untouched), untouched).toBe('SUMMARY_NOT_WRITTEN');
    const { report } = await radiologist.call(studies.getReading, { params });
    expect(report!.status).toBe('draft');
    expect(await signWith(`Akciğerleriniz sağlıklı. ${draft.content.plainSummary}`)).toBe('ok');
  });
});

describe('the signature', () => {
  it('covers the text, the images and the result of every run, and can be verified from outside [PAT-087] [PAT-090]', async () => {
    const { caseId, reading, report } = await factory.signed(await server.patient());
    const [row] = await query<{ signed_document: string }>(
      sql`select signed_document from reports where case_id = ${caseId}`,
    );
    const document = JSON.parse(row!.signed_document) as SignedDocument;
    expect(canonicalize(document)).toBe(row!.signed_document);
    expect(sha256(row!.signed_document)).toBe(report.contentSha256);
    expect(document).toMatchObject({
      caseNumber: reading.case.caseNumber,
      patientName: 'Zeynep Kanarya',
      content: report.content,
      signedBy: report.signedBy,
      signedAt: report.signedAt,
    });
    const images = reading.studies.flatMap((study) => study.series.flatMap((series) => series.instances));
    expect(document.imageSha256).toEqual(images.map((image) => image.sha256).sort());
    expect(document.analyses).toHaveLength(reading.analyses.length);
    for (const run of reading.analyses) {
      const named = document.analyses.find(
        (candidate) => candidate.seriesId === run.seriesId && candidate.algorithmId === run.algorithmId,
      );
      expect(named).toMatchObject({
        algorithmVersion: run.algorithmVersion,
        status: run.status,
        resultSha256: run.result ? sha256(canonicalize(run.result)!) : null,
      });
    }
    expect(document.analyses.some((run) => run.resultSha256 && run.inputSha256.length > 0)).toBe(true);
  });

  it('is given once, and before it the patient finds no report [PAT-086] [PAT-090]', async () => {
    const patient = await server.patient();
    const { caseId } = await factory.drafted(patient);
    expect(await codeOf(patient.call(reports.getReport, { params: { caseId } }))).toBe('NOT_FOUND');
    expect(await codeOf(patient.bytes(reports.getReportPdf, { params: { caseId } }))).toBe('NOT_FOUND');
    expect(
      await codeOf(radiologist.call(reports.addAddendum, { params: { caseId }, body: { ...SIGNS, text: 'Ek.' } })),
    ).toBe('REPORT_NOT_READY');
    const other = await factory.signed(await server.patient());
    const again = radiologist.call(reports.signReport, {
      params: { caseId: other.caseId },
      body: { ...SIGNS, version: other.report.version },
    });
    expect(await codeOf(again)).toBe('REPORT_SIGNED');
  });
});

describe('delivery', () => {
  it('run twice makes one document and one mail [PAT-088] [PAT-089]', async () => {
    const patient = await server.patient();
    const { caseId, report } = await factory.signed(patient);
    await settled(deliverReport.name);
    const before = Buffer.from(await patient.bytes(reports.getReportPdf, { params: { caseId } }));
    await server.parts.db.transaction((tx) =>
      server.parts.queue.enqueue(tx, deliverReport, { reportId: report.id, edition: 0 }),
    );
    await settled(deliverReport.name);
    const documents = await query<{ edition: number; sha256: string }>(
      sql`select edition, sha256 from report_documents where report_id = ${report.id}`,
    );
    expect(documents).toEqual([{ edition: 0, sha256: sha256(before) }]);
    const messages = await query(
      sql`select 1 from outbox where recipient = ${patient.email} and template = 'report-ready'`,
    );
    expect(messages).toHaveLength(1);
  });

  it('on a full disk waits for room: signed once, no mail without the PDF, one with it', async () => {
    const patient = await server.patient();
    const begun = await factory.drafted(patient);
    const params = { caseId: begun.caseId };
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const put = vi.spyOn(server.parts.storage, 'put').mockRejectedValue(full);
    const { contentSha256, version } = await factory.sign(begun);
    const told = () =>
      query(sql`select 1 from outbox where recipient = ${patient.email} and template = 'report-ready'`);
    await expect.poll(() => put.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(await told()).toHaveLength(0);
    expect(await codeOf(patient.bytes(reports.getReportPdf, { params }))).toBe('PDF_NOT_READY');
    expect((await patient.call(reports.getReport, { params })).contentSha256).toBe(contentSha256);
    const again = radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } });
    expect(await codeOf(again)).toBe('REPORT_SIGNED');

    put.mockRestore();
    await settled(deliverReport.name);
    expect(await codeOf(patient.bytes(reports.getReportPdf, { params }))).toBe('ok');
    expect(await told()).toHaveLength(1);
  });

  it('renders a report in English with the titles in English [PAT-088]', async () => {
    const patient = await server.patient();
    const { caseId, reading, report } = await factory.signed(patient, 'en');
    const titles = reading.analyses.filter((run) => run.result).map((run) => run.title.en);
    expect(report.algorithms.map((algorithm) => algorithm.title)).toEqual(titles);
    await settled(deliverReport.name);
    const pdf = Buffer.from(await patient.bytes(reports.getReportPdf, { params: { caseId } })).toString('latin1');
    expect(pdf).toContain('/Lang (en-GB)');
  });

  it('of an addendum makes a new edition, tells the patient’s open page and mails again [PAT-090]', async () => {
    const patient = await server.patient();
    const { caseId, report } = await factory.signed(patient);
    await settled(deliverReport.name);
    const [owner] = await query<{ patient_id: string }>(sql`select patient_id from cases where id = ${caseId}`);
    const heard: string[] = [];
    const unsubscribe = server.features.cases.events.subscribe(owner!.patient_id, {
      onChange: ({ caseId }) => heard.push(caseId),
      onGap: () => {},
    });
    await radiologist.call(reports.addAddendum, { params: { caseId }, body: { ...SIGNS, text: 'Ek: düzeltme.' } });
    await settled(deliverReport.name);
    // One event when it was written, one when its PDF was ready.
    await waitFor(
      async () => heard.length >= 2 || undefined,
      60_000,
      () => `heard ${heard.length} events`,
    );
    unsubscribe();
    expect(new Set(heard)).toEqual(new Set([caseId]));
    const read = await patient.call(reports.getReport, { params: { caseId } });
    expect(read.contentSha256).toBe(report.contentSha256);
    expect(read.addenda.map((addendum) => addendum.text)).toEqual(['Ek: düzeltme.']);
    const pdf = await patient.bytes(reports.getReportPdf, { params: { caseId } });
    expect(read.pdfSha256).toBe(sha256(new Uint8Array(pdf)));
    const messages = await query(
      sql`select 1 from outbox where recipient = ${patient.email} and template = 'report-ready'`,
    );
    expect(messages).toHaveLength(2);
    expect((await patient.call(cases.getCase, { params: { caseId } })).status).toBe('completed');
  });

  it('gives a PDF of the newest edition or none: not one without an addendum that is signed, alone or among the objects', async () => {
    const patient = await server.patient();
    const { caseId, report } = await factory.signed(patient);
    const params = { caseId };
    await settled(deliverReport.name);
    const opened = () =>
      query<{ edition: number }>(
        sql`select edition from report_receipts where report_id = ${report.id} order by edition`,
      );
    const ways = [
      () => patient.send(reports.getReportPdf, { params }),
      () => radiologist.send(reports.getReportPdfForStaff, { params }),
      () => radiologist.send(reports.getReportObjects, { params }),
    ];
    const statuses = async () => {
      const answers = [];
      for (const way of ways) answers.push((await way()).status);
      return answers;
    };
    // As it is from the signature of an addendum until its PDF has been made.
    await query(sql`
      insert into report_addenda (id, report_id, kind, text, is_critical, signed_by, signed_by_name, signed_at)
      select gen_random_uuid(), id, 'correction', 'Sol, sağ değil.', false, signed_by, signed_by_name, now()
      from reports where id = ${report.id}`);
    expect(await statuses()).toEqual([409, 409, 409]);
    expect(await codeOf(patient.bytes(reports.getReportPdf, { params }))).toBe('PDF_NOT_READY');
    expect((await radiologist.call(studies.getReading, { params })).report?.pdfSha256).toBeNull();
    expect(await opened()).toEqual([]);
    // A copy of everything is not broken off: it has the older one, beside the addendum.
    await patient.call(rights.prepareExport);
    const copy = unzipSync(new Uint8Array(await (await patient.send(rights.downloadExport)).arrayBuffer()));
    expect(Object.keys(copy).filter((name) => name.endsWith('/report.pdf'))).toHaveLength(1);
    expect(await opened()).toEqual([{ edition: 0 }]);
    await server.parts.db.transaction((tx) =>
      server.parts.queue.enqueue(tx, deliverReport, { reportId: report.id, edition: 1 }),
    );
    await settled(deliverReport.name);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await opened()).toEqual([{ edition: 0 }, { edition: 1 }]);
  });
});
