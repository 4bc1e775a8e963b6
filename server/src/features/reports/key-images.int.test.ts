import { cases, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
import { codeOf } from '../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from './report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let drafted: ReturnType<typeof createReportFactory>['drafted'];
let signed: ReturnType<typeof createReportFactory>['signed'];

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  ({ drafted, signed } = createReportFactory(server, radiologist));
});
afterAll(() => server.end());

/** The raw PDF as text: its objects, but not the contents of its streams. */
const pdfOf = (patient: HttpClient, caseId: string): Promise<string> =>
  waitFor(
    async () => {
      const answer = await patient.send(reports.getReportPdf, { params: { caseId } });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : undefined;
    },
    60_000,
    () => 'no PDF',
  );

const CAPTION = 'Sağ üst lob, aksiyel kesit';

describe('key images of a report', () => {
  it('are images of this case, unseen before the signature, then frozen, named by the signature and printed', async () => {
    const patient = await server.patient();
    const { caseId, draft, reading } = await drafted(patient);
    const other = await drafted(await server.patient());
    const image = reading.studies[0]!.series[0]!.instances[3]!;
    const foreign = other.reading.studies[0]!.series[0]!.instances[3]!;
    const content = { ...draft.content, ...WRITTEN };
    const save = (keyImages: reports.KeyImage[]) =>
      radiologist.call(reports.saveReport, {
        params: { caseId },
        body: { version: draft.version, language: draft.language, content: { ...content, keyImages } },
      });
    const whole = { imageId: image.id, frame: 0, window: null, suvFactor: null, region: null, caption: '' };
    expect(await codeOf(save([{ ...whole, imageId: foreign.id }]))).toBe('NOT_FOUND');
    expect(await codeOf(save([{ ...whole, frame: image.frames }]))).toBe('NOT_FOUND');
    expect(image.window).toMatchObject({ center: -600, width: 1500, isInverted: false });
    const window = { center: 50, width: 400 };
    const region = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
    const keyImages = [
      { ...whole, caption: CAPTION },
      { ...whole, window, region },
    ];
    expect(await codeOf(save([...keyImages, { ...keyImages[1]!, caption: 'again' }]))).toBe('KEY_IMAGE_TWICE');
    expect(await codeOf(save([{ ...whole, region: { ...region, x: 0.9 } }]))).toBe('VALIDATION_FAILED');
    expect((await radiologist.call(studies.getReading, { params: { caseId } })).report?.keyImagePlaces).toEqual([]);
    // An uptake factor that is not in the file: the signature uses that of the file.
    const saved = await save(keyImages.map((keyImage) => ({ ...keyImage, suvFactor: 0.5 })));
    expect(saved.content.keyImages.map(({ suvFactor }) => suvFactor)).toEqual([0.5, 0.5]);

    expect(await codeOf(patient.call(reports.getReport, { params: { caseId } }))).toBe('NOT_FOUND');
    expect(JSON.stringify(await patient.call(cases.getCase, { params: { caseId } }))).not.toContain(CAPTION);

    await checkReading(radiologist, caseId);
    await radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version: saved.version } });
    expect(await codeOf(save([]))).toBe('REPORT_SIGNED');
    const read = await patient.call(reports.getReport, { params: { caseId } });
    expect(read.content.keyImages).toEqual(keyImages);

    const { rows } = await server.parts.db.drizzle.execute<{ signed_document: string }>(
      sql`select signed_document from reports where case_id = ${caseId}`,
    );
    const document = JSON.parse(rows[0]!.signed_document);
    const named = { imageId: image.id, frame: 0, sha256: image.sha256, sopInstanceUid: image.sopInstanceUid };
    const place = { series: 'Lung phantom', number: 4, laterality: null };
    expect(read.keyImagePlaces).toEqual([place, place]);
    // The window is recorded even if nobody chose one, so the image is printed as it was seen, whatever the default
    // becomes.
    expect(document.keyImages).toEqual([
      { ...named, place, window: { center: -600, width: 1500 } },
      { ...named, place, window },
    ]);
    expect(document.content.keyImages).toEqual(keyImages);
    const pdf = await pdfOf(patient, caseId);
    const sizes = [...pdf.matchAll(/\/Subtype \/Image[^>]*?\/Width (\d+)\s+\/Height (\d+)/gs)];
    // Printed as marked: the whole image, and the region in its own proportions.
    expect(sizes.map(([, columns, rows]) => [Number(columns), Number(rows)])).toEqual([
      [image.columns, image.rows],
      [image.columns! / 2, image.rows! / 4],
    ]);
    const captions = pdfLines(Buffer.from(pdf, 'latin1')).filter((line) => line.startsWith('Önemli görüntü '));
    expect(captions).toEqual([
      `Önemli görüntü 1: ${CAPTION} (Lung phantom, görüntü 4)`,
      'Önemli görüntü 2 (Lung phantom, görüntü 4, pencere 50/400, büyütülmüş bölüm)',
    ]);
    // Two pictures and the QR code.
    expect(pdf.match(/\/S \/Figure/g)).toHaveLength(3);
  });

  it('are none in a draft from before there were any', async () => {
    const { caseId, draft } = await drafted(await server.patient());
    await server.parts.db.drizzle.execute(
      sql`update reports set content = (content - 'keyImages') || ${JSON.stringify(WRITTEN)}::jsonb where id = ${draft.id}`,
    );
    await checkReading(radiologist, caseId);
    const report = await radiologist.call(reports.signReport, {
      params: { caseId },
      body: { ...SIGNS, version: draft.version },
    });
    expect(report.content.keyImages).toEqual([]);
  });

  it('are none in a report signed before there were any: it is read, and an addendum prints it anew', async () => {
    const patient = await server.patient();
    const { caseId, report } = await signed(patient);
    const first = await pdfOf(patient, caseId);
    // Signed reports are frozen, so the state before key images can only be restored with the guard switched off.
    await server.parts.db.drizzle.execute(sql`alter table reports disable trigger reports_frozen`);
    await server.parts.db.drizzle.execute(
      sql`update reports set content = content - 'keyImages', signed_document =
            (signed_document::jsonb #- '{content,keyImages}' #- '{keyImages}')::text where id = ${report.id}`,
    );
    await server.parts.db.drizzle.execute(sql`alter table reports enable trigger reports_frozen`);
    expect((await patient.call(reports.getReport, { params: { caseId } })).content.keyImages).toEqual([]);
    await radiologist.call(reports.addAddendum, {
      params: { caseId },
      body: { ...SIGNS, text: 'Ek: klinik bilgiyle uyumlu.' },
    });
    const second = await waitFor(
      async () => {
        const pdf = await pdfOf(patient, caseId);
        return pdf === first ? undefined : pdf;
      },
      60_000,
      () => 'no PDF of the addendum',
    );
    expect(second).not.toMatch(/\/Subtype \/Image/);
    expect(second.match(/\/S \/Figure/g)).toHaveLength(1);
  });
});
