import { join } from 'node:path';
import { catalogue, integrations, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../scripts/instance.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { codeOf } from '../../testing/code-of.ts';
import { filmAsDicom } from '../../testing/films.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ID = 'xr.pneumonia-paediatric';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let picture: string;
let study = 0;
let uid: string;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('yaslar'));
  picture = join(await temporaryDirectory(), 'film.png');
  const grey = Buffer.from(Array.from({ length: 300 * 300 }, (_, at) => at % 251));
  await sharp(grey, { raw: { width: 300, height: 300, channels: 1 } }).toFile(picture);
});
afterAll(() => server.end());
beforeEach(() => {
  study += 1;
  uid = `2.25.77${study}`;
});

const film = async (age?: string, name = 'film.dcm') => ({
  name,
  bytes: await filmAsDicom(picture, { uid, view: 'PA', ...(age && { age }) }),
});
const send = (files: { name: string; bytes: Uint8Array }[], ageYears?: string, language = 'en') =>
  admin.call(scanContract.uploadScan, {
    form: imagesForm(files),
    language,
    ...(ageYears !== undefined && { query: { ageYears } }),
  });
async function read(scanId: string) {
  await factory.settled(admin);
  const detail = await admin.call(scanContract.getScan, { params: { scanId } });
  return { age: detail.age, run: detail.analyses.find(({ algorithmId }) => algorithmId === ID) };
}
const UNKNOWN = expect.stringContaining('The age is not known');

describe('the age of a de-identified film', () => {
  it('that is stated at the upload has an algorithm made for an age run; the study says where it comes from', async () => {
    const { scan } = await send([await film()], '4');
    const { age, run } = await read(scan.id);
    expect(age).toEqual({ years: 4, from: 'statement' });
    expect(run?.status).not.toBe('not-applicable');
  });

  it('that is not stated is unknown, and can be stated by sending the same file again: no duplicate, and not counted anew', async () => {
    const { scan } = await send([await film()], '');
    expect(await read(scan.id)).toMatchObject({ age: null, run: { status: 'not-applicable', reason: UNKNOWN } });
    const again = await send([await film()], '4');
    expect(again.refused).toBeUndefined();
    expect(again.scan.id).toBe(scan.id);
    const { age, run } = await read(scan.id);
    expect(age).toEqual({ years: 4, from: 'statement' });
    expect(run?.status).not.toBe('not-applicable');
    const third = await send([await film()], '٤');
    expect(third.refused).toMatchObject([{ code: 'DUPLICATE' }]);
  });

  it('is kept when more images come without one, and decides like that of a header', async () => {
    const { scan } = await send([await film()], '12');
    const more = { name: 'more.dcm', bytes: Buffer.from((await film()).bytes) };
    more.bytes.write(`${uid}.4`, more.bytes.indexOf(`${uid}.3`), 'latin1');
    more.bytes.write(`${uid}.4`, more.bytes.lastIndexOf(`${uid}.3`), 'latin1');
    expect((await send([more])).scan.id).toBe(scan.id);
    const { age, run } = await read(scan.id);
    expect(age).toEqual({ years: 12, from: 'statement' });
    expect(run?.reason).toContain('made for ages up to 6');
  });

  it('of a study that came by DICOMweb is stated in the portal afterwards', async () => {
    const { secret } = await admin.call(integrations.createApiKey, {
      body: { name: `RIS ${study}`, scopes: ['scans:read', 'scans:write'] },
    });
    const { body, contentType } = stowRequest([(await film()).bytes]);
    const headers = { 'content-type': contentType, authorization: `Bearer ${secret}` };
    const stowed = await fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body });
    expect(stowed.status).toBe(200);
    const { id } = await admin.call(scanContract.getScanOfStudy, { params: { studyInstanceUid: `${uid}.1` } });
    expect(await read(id)).toMatchObject({ age: null, run: { reason: UNKNOWN } });
    await send([await film()], '0');
    const { age, run } = await read(id);
    expect(age).toEqual({ years: 0, from: 'statement' });
    expect(run?.status).not.toBe('not-applicable');
  });

  it('counts in a dry run too, and the trail says that it was stated, not the age', async () => {
    const { scan } = await send([await film()], '5');
    await factory.settled(admin);
    const dry = await admin.call(catalogue.dryRunRouting);
    const ofScan = dry.find(({ scanId }) => scanId === scan.id);
    const decided = ofScan?.decisions.find(({ algorithmId }) => algorithmId === ID);
    expect(decided).toMatchObject({ wouldRun: true });
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select details from audit_events where action = 'trial.accept-scan' and subject_id = ${scan.id}`,
    );
    expect(rows).toEqual([
      { details: { source: 'upload', billing: 'trial', files: 1, submission: 1, ageStated: 'yes' } },
    ]);
  });
});

describe('an age that is stated', () => {
  const nothingIsThere = async () => {
    expect(await codeOf(admin.call(scanContract.getScanOfStudy, { params: { studyInstanceUid: `${uid}.1` } }))).toBe(
      'NOT_FOUND',
    );
  };

  it('other than the header’s is refused with both, and nothing is stored', async () => {
    await expect(send([await film('045Y')], '3')).rejects.toThrow(
      'You stated an age of 3 years, but the images say 45 years.',
    );
    await expect(send([await film('003Y')], '45', 'tr')).rejects.toThrow(
      'Belirttiğiniz yaş 45, görüntülerde yazan yaş 3',
    );
    await nothingIsThere();
  });

  it('by one year other than the header’s is taken, and the header’s holds', async () => {
    const { scan } = await send([await film('004Y')], '5');
    expect((await read(scan.id)).age).toEqual({ years: 4, from: 'images' });
  });

  it('other than that of images which are there already is refused; they stay as they are', async () => {
    const { scan } = await send([await film('045Y')]);
    await factory.settled(admin);
    expect(await codeOf(send([await film(undefined, 'bare.dcm')], '3'))).toBe('AGE_CONTRADICTS_IMAGES');
    expect((await read(scan.id)).age).toEqual({ years: 45, from: 'images' });
  });

  it('for an upload of several studies is refused, because it is of one person; nothing is stored', async () => {
    const first = await film();
    const before = uid;
    uid = `2.25.78${study}`;
    const second = await film(undefined, 'second.dcm');
    expect(await codeOf(send([first, second], '4'))).toBe('AGE_OF_SEVERAL_STUDIES');
    await nothingIsThere();
    uid = before;
    await nothingIsThere();
  });

  it.each(['-1', '1.5', 'four', '121', '1e1', '4 5', '0x4', '٤٥٦', 'NaN'])('as «%s» is refused', async (ageYears) => {
    expect(await codeOf(send([await film()], ageYears))).toBe('VALIDATION_FAILED');
    await nothingIsThere();
  });
});
