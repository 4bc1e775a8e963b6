import { cases, reports } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from './report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let drafted: ReturnType<typeof createReportFactory>['drafted'];

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  ({ drafted } = createReportFactory(server, radiologist));
});
afterAll(() => server.end());

const CAPTION = 'Sağ üst lob, aksiyel kesit';

describe('key images of a report', () => {
  it('are images of this case, unseen before the signature, then frozen, named by the signature and printed', async () => {
    const patient = await server.patient();
    const { caseId, draft, reading } = await drafted(patient);
    const other = await drafted(await server.patient());
    const image = reading.studies[0]!.series[0]!.instances[3]!;
    const foreign = other.reading.studies[0]!.series[0]!.instances[3]!;
    const content = { ...draft.content, impression: 'Sonuç.' };
    const save = (keyImages: reports.KeyImage[]) =>
      radiologist.call(reports.saveReport, {
        params: { caseId },
        body: { version: draft.version, language: draft.language, content: { ...content, keyImages } },
      });
    expect(await codeOf(save([{ imageId: foreign.id, frame: 0, caption: '' }]))).toBe('NOT_FOUND');
    expect(await codeOf(save([{ imageId: image.id, frame: image.frames, caption: '' }]))).toBe('NOT_FOUND');
    const keyImages = [{ imageId: image.id, frame: 0, caption: CAPTION }];
    const saved = await save(keyImages);
    expect(saved.content.keyImages).toEqual(keyImages);

    expect(await codeOf(patient.call(reports.getReport, { params: { caseId } }))).toBe('NOT_FOUND');
    expect(JSON.stringify(await patient.call(cases.getCase, { params: { caseId } }))).not.toContain(CAPTION);

    await checkReading(radiologist, caseId);
    await radiologist.call(reports.signReport, { params: { caseId }, body: { version: saved.version } });
    expect(await codeOf(save([]))).toBe('REPORT_SIGNED');
    expect((await patient.call(reports.getReport, { params: { caseId } })).content.keyImages).toEqual(keyImages);

    const { rows } = await server.parts.db.drizzle.execute<{ signed_document: string }>(
      sql`select signed_document from reports where case_id = ${caseId}`,
    );
    expect(JSON.parse(rows[0]!.signed_document).keyImages).toEqual([
      { imageId: image.id, frame: 0, sha256: image.sha256, sopInstanceUid: image.sopInstanceUid },
    ]);
    const pdf = await waitFor(
      async () => {
        const answer = await patient.send(reports.getReportPdf, { params: { caseId } });
        return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : undefined;
      },
      20_000,
      () => 'no PDF',
    );
    expect(pdf.match(/\/Subtype \/Image/g)).toHaveLength(1);
    // The picture and the QR code.
    expect(pdf.match(/\/S \/Figure/g)).toHaveLength(2);
  });

  it('are none in a draft from before there were any', async () => {
    const { caseId, draft } = await drafted(await server.patient());
    await server.parts.db.drizzle.execute(
      sql`update reports set content = (content - 'keyImages') || '{"impression":"Sonuç."}' where id = ${draft.id}`,
    );
    await checkReading(radiologist, caseId);
    const signed = await radiologist.call(reports.signReport, { params: { caseId }, body: { version: draft.version } });
    expect(signed.content.keyImages).toEqual([]);
  });
});
