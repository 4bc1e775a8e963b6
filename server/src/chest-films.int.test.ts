import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cases, scans, studies } from '@duai/contract';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filmsOf, hasFilms } from '../../algorithms/src/testing/films.ts';
import { TEST_DATA } from '../../algorithms/src/testing/series.ts';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { filmAsDicom } from './testing/films.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

if (!hasFilms) console.log('data not present: no chest film is read');

const ID = 'xr.pneumonia-paediatric';
const films = hasFilms ? filmsOf('chest-xray-paediatric', 'official-test-part.tsv') : [];
const pathOf = (file: string) => join(TEST_DATA, 'chest-xray-paediatric', file);
const ill = pathOf(films.findLast(({ label }) => label === 'bacterial')?.file ?? '');

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;
const CHILD = { relation: 'child', firstName: 'Deniz', lastName: 'Kanarya', isDeclared: true } as const;

/** The network's results for a picture in a case, and the draft. */
async function readPicture(path: string, born: string | undefined, bytes?: Uint8Array) {
  const patient = await server.patient();
  const { id: caseId } = await patient.call(cases.createCase, {
    body: { modality: 'X-Ray', bodyPart: 'Akciğer / göğüs', subject: { ...CHILD, dateOfBirth: born } },
  });
  const form = imagesForm([{ name: basename(path), bytes: bytes ?? new Uint8Array(await readFile(path)) }]);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
  await server.waitForDraft(radiologist, caseId);
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  return { run: reading.analyses.find(({ algorithmId }) => algorithmId === ID)!, reading };
}

describe.runIf(hasFilms)('a chest film of a child', () => {
  it('as JPEG or PNG, of a relative whose birthday the case names, has a probability, a map on that picture, and a line in the draft', async () => {
    const { run, reading } = await readPicture(ill, yearsAgo(3));
    expect(run).toMatchObject({ status: 'evaluated', reason: null });
    expect(run.sentences.findings[0]).toMatch(/^Signs as of pneumonia: probability [\d.]+ % \(threshold [\d.]+ %\)\.$/);
    const [image] = reading.studies[0]!.series[0]!.instances;
    expect(run.places[0]).toEqual({ sopInstanceUid: image!.id, frame: 0 });
    if (run.result?.outcome !== 'evaluated') throw new Error('it is evaluated');
    expect(run.result.overlays).toMatchObject([
      { code: 'PNEUMONIA_MAP', kind: 'heat', slices: [{ sopInstanceUid: image!.id }] },
    ]);
    expect(run.measurements).toMatchObject([{ code: 'PNEUMONIA_PROBABILITY', unit: '%' }]);
    expect(reading.report?.content.findings).toMatch(/^Pnömoniye benzeyen bulgu/);
    const png = await readPicture('film.png', yearsAgo(3), await sharp(ill).png().toBuffer());
    expect(png.run.measurements[0]!.value).toBeCloseTo(run.measurements[0]!.value, 1);
  });

  it('is not read by the age of the account: a relative without a birthday has none', async () => {
    const { run } = await readPicture(ill, undefined);
    expect(run).toMatchObject({ status: 'not-applicable', reason: expect.stringContaining('The age is not known') });
  });

  it('is not read where the person of the case is too old, with the reason', async () => {
    const { run } = await readPicture(ill, yearsAgo(40));
    expect(run).toMatchObject({ status: 'not-applicable', reason: expect.stringContaining('made for ages up to 6') });
  });
});

/** The film at twice the size, so that half of it has enough pixels, with a change applied. */
const changed = async (change: (film: Sharp, width: number, height: number) => Sharp): Promise<Uint8Array> => {
  const { width, height } = await sharp(ill).metadata();
  const large = await sharp(ill)
    .resize(2 * width, 2 * height)
    .toBuffer();
  return change(sharp(large), 2 * width, 2 * height)
    .jpeg({ quality: 92 })
    .toBuffer();
};

describe.runIf(hasFilms)('a chest film that somebody turned, mirrored, inverted or cut', () => {
  it('[CAT-011] is told as such by the film check and the series check, and is read by no film algorithm', async () => {
    const patient = await server.patient();
    const { id: caseId } = await patient.call(cases.createCase, {
      body: { modality: 'X-Ray', bodyPart: 'Akciğer / göğüs', subject: { ...CHILD, dateOfBirth: yearsAgo(3) } },
    });
    const pictures = {
      turned: await changed((film) => film.rotate(90)),
      mirrored: await changed((film) => film.flop()),
      inverted: await changed((film) => film.negate()),
      half: await changed((film, width, height) => film.extract({ left: 0, top: 0, width: width / 2, height })),
    };
    const files = Object.entries(pictures).map(([name, bytes]) => ({ name: `${name}.jpg`, bytes }));
    await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
    await server.waitForDraft(radiologist, caseId);
    const { analyses, studies: trees } = await radiologist.call(studies.getReading, { params: { caseId } });
    const names = new Map(
      trees.flatMap(({ series }) =>
        series.flatMap(({ instances }) => instances.map(({ id, originalName }) => [id, originalName] as const)),
      ),
    );
    const toldBy = (algorithmId: string) =>
      analyses
        .filter((run) => run.algorithmId === algorithmId)
        .flatMap(({ result }) => (result?.outcome === 'evaluated' ? result.findings : []))
        .flatMap(({ code, sopInstanceUids = [] }) => sopInstanceUids.map((id) => `${names.get(id)} ${code}`))
        .filter((line) => line.includes(' FILM_'))
        .sort();
    const expected = [
      'half.jpg FILM_HALVED',
      'inverted.jpg FILM_INVERTED',
      'mirrored.jpg FILM_MIRRORED',
      'turned.jpg FILM_TURNED',
    ];
    expect(toldBy('xr.film-check')).toEqual(expected);
    expect(toldBy('qc.series')).toEqual(expected);
    for (const run of analyses.filter(({ algorithmId }) => algorithmId === ID)) {
      expect(run.status).toBe('not-evaluable');
      expect(run.measurements).toEqual([]);
    }
    const refusals = analyses.filter((run) => run.algorithmId === ID).flatMap(({ sentences }) => sentences.findings);
    expect(refusals).toHaveLength(4);
    expect(refusals.join(' ')).toMatch(/turned clockwise by 90°/);
    expect(refusals.join(' ')).toMatch(/right and left may be exchanged/);
  });
});

describe.runIf(hasFilms)('a chest film of a child that an institution sends', () => {
  it('as DICOM gives the same as MONOCHROME1, as CR and as RF, in page, FHIR, CSV and PDF; a lateral view is refused with the reason', async () => {
    const factory = createInstitutionFactory(server, await server.staff('operator'));
    const { admin } = await factory.activated('films');
    const wishes = [
      { uid: '2.25.5001', age: '004Y', view: 'PA' },
      { uid: '2.25.5002', age: '004Y', view: 'PA', isMonochrome1: true },
      { uid: '2.25.5003', age: '004Y', view: 'LL' },
      { uid: '2.25.5004', age: '004Y', view: 'PA', modality: 'CR' as const },
      { uid: '2.25.5005', age: '004Y', view: 'PA', modality: 'RF' as const },
    ];
    const files = await Promise.all(
      wishes.map(async (wish) => ({ name: `${wish.uid}.dcm`, bytes: await filmAsDicom(ill, wish) })),
    );
    await factory.upload(admin, files);
    const settled = await factory.settled(admin);
    const runs = await Promise.all(
      settled.map(async ({ id }) => {
        const detail = await admin.call(scans.getScan, { params: { scanId: id } });
        const [image] = detail.studies[0]!.series[0]!.instances;
        return { id, uid: image!.sopInstanceUid, run: detail.analyses.find(({ algorithmId }) => algorithmId === ID)! };
      }),
    );
    const of = (uid: string) => runs.find((each) => each.uid === `${uid}.3`)!;
    const [plain, turnedOver, lateral, computed, fluoroscopic] = wishes.map(({ uid }) => of(uid));
    expect(plain!.run.status).toBe('evaluated');
    expect(plain!.run.measurements[0]!.value).toBeGreaterThan(50);
    for (const same of [turnedOver, computed, fluoroscopic])
      expect(same!.run.measurements[0]!.value).toBe(plain!.run.measurements[0]!.value);
    expect(lateral!.run).toMatchObject({ status: 'not-applicable', reason: 'Not a frontal film (LL).' });
    // Lists show the first sentences: what concerns the child comes before remarks on the image.
    expect(settled.find(({ id }) => id === plain!.id)!.findings[0]).toMatch(/^Signs as of pneumonia: probability/);
    const params = { scanId: plain!.id };
    const bundle = await (await admin.send(scans.getScanFhir, { params })).text();
    expect(JSON.parse(bundle).entry).toContainEqual(
      expect.objectContaining({
        resource: expect.objectContaining({
          resourceType: 'Observation',
          code: expect.objectContaining({ text: 'Probability of signs as of pneumonia' }),
          valueQuantity: expect.objectContaining({ value: plain!.run.measurements[0]!.value, code: '%' }),
        }),
      }),
    );
    expect(await (await admin.send(scans.getScanCsv, { params })).text()).toContain('PNEUMONIA_PROBABILITY');
    expect((await admin.send(scans.getScanPdf, { params })).status).toBe(200);
  });
});
