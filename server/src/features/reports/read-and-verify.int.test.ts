import { createHash } from 'node:crypto';
import { cases, reports, shares } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from './report-factory.ts';

let server: TestServer;
let patient: HttpClient;
let radiologist: HttpClient;
let factory: ReturnType<typeof createReportFactory>;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  radiologist = await server.staff('radiologist');
  factory = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

const rowOf = async (caseId: string) =>
  (await radiologist.call(cases.getWorklist, { query: { show: 'completed' } })).find((row) => row.id === caseId);
const verify = (sha256: string) => server.client().call(reports.verifyReport, { params: { sha256 } });

describe('a signed report', () => {
  it('counts as read when its patient opens it, anew with each addendum, and not when a doctor does', async () => {
    const { caseId } = await factory.signed(patient);
    expect((await rowOf(caseId))?.isReportUnread).toBe(true);
    const { link, pin } = await patient.call(shares.createShare, { params: { caseId }, body: {} });
    const doctor = server.client();
    await doctor.call(shares.openShare, { body: { secret: new URL(link).hash.replace('#token=', ''), pin } });
    expect((await rowOf(caseId))?.isReportUnread).toBe(true);

    // Nor when a program tries the address.
    expect((await patient.send({ ...reports.getReport, method: 'HEAD' }, { params: { caseId } })).status).toBe(404);
    expect((await rowOf(caseId))?.isReportUnread).toBe(true);
    const read = await patient.call(reports.getReport, { params: { caseId } });
    expect(read.openedAt).not.toBeNull();
    expect((await rowOf(caseId))?.isReportUnread).toBe(false);
    expect((await patient.call(reports.getReport, { params: { caseId } })).openedAt).toBe(read.openedAt);

    const added = await radiologist.call(reports.addAddendum, {
      params: { caseId },
      body: { ...SIGNS, text: 'Ek bilgi.' },
    });
    expect(added.openedAt).toBeNull();
    expect((await rowOf(caseId))?.isReportUnread).toBe(true);
    await patient.call(reports.getReport, { params: { caseId } });
    expect((await rowOf(caseId))?.isReportUnread).toBe(false);
  }, 120_000);

  it('carries how it agrees with the first report, under the signature', async () => {
    const { caseId, draft } = await factory.drafted(patient);
    expect(draft.content.agreement).toBeNull();
    const saved = await radiologist.call(reports.saveReport, {
      params: { caseId },
      body: {
        version: draft.version,
        language: 'tr',
        content: { ...draft.content, ...WRITTEN, agreement: 'minor-difference' },
      },
    });
    await checkReading(radiologist, caseId);
    await radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version: saved.version } });
    const { content } = await patient.call(reports.getReport, { params: { caseId } });
    expect(content.agreement).toBe('minor-difference');
  }, 120_000);

  it('can be verified by anybody, by the hash on paper or of the file; the answer says nothing else', async () => {
    const { caseId, report } = await factory.signed(patient);
    expect(await verify(report.contentSha256!)).toEqual({ isValid: true, isCopyDamaged: false });
    expect(await verify(report.contentSha256!.toUpperCase())).toEqual({ isValid: true, isCopyDamaged: false });
    const pdf = await waitFor(
      async () => {
        const answer = await patient.send(reports.getReportPdf, { params: { caseId } });
        return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
      },
      60_000,
      () => 'no PDF',
    );
    expect(await verify(createHash('sha256').update(pdf).digest('hex'))).toEqual({
      isValid: true,
      isCopyDamaged: false,
    });
    expect(await verify('0'.repeat(64))).toEqual({ isValid: false, isCopyDamaged: false });
    expect((await server.client().send(reports.verifyReport, { params: { sha256: 'no-hash' } })).status).toBe(404);
  }, 120_000);

  it('is not valid before it is signed', async () => {
    const { draft } = await factory.drafted(patient);
    expect(draft.contentSha256).toBeNull();
    const hash = createHash('sha256').update(JSON.stringify(draft.content)).digest('hex');
    expect(await verify(hash)).toEqual({ isValid: false, isCopyDamaged: false });
  }, 120_000);
});
