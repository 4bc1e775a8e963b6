import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftOutObjects, marks, reports } from '@duai/contract';
import dicomParser from 'dicom-parser';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let caseId: string;
let images: { id: string; sha256: string; sopInstanceUid: string }[];
let whole: string[];

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  const factory = createReportFactory(server, radiologist);
  const begun = await factory.drafted(await server.patient());
  ({ caseId } = begun);
  images = begun.reading.studies[0]!.series[0]!.instances.map((image) => ({
    ...image,
    sopInstanceUid: image.sopInstanceUid!,
  }));
  const points = [
    { x: 1, y: 1 },
    { x: 4, y: 5 },
  ];
  await radiologist.call(marks.addMeasurement, {
    params: { caseId },
    body: { imageId: images[3]!.id, frame: 0, measure: 'length', points, text: '5 mm' },
  });
  await factory.sign(begun);
  const { names, leftOut } = await archive();
  whole = names;
  expect([leftOut, whole]).toEqual([null, expect.arrayContaining(['report.dcm', 'report-pdf.dcm', 'report.pdf'])]);
}, 120_000);
afterAll(() => server.end());

/** Waits for the archive: the PDF is made after the signature. */
const archive = (
  endpoint: typeof reports.getReportObjects | typeof marks.exportMeasurements = reports.getReportObjects,
) =>
  waitFor(
    async () => {
      const answer = await radiologist.send(endpoint, { params: { caseId } });
      if (!answer.ok) return;
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const header = answer.headers.get(leftOutObjects.LEFT_OUT_HEADER);
      return {
        names: Object.keys(files),
        // Not compared with the others: a difference of files is megabytes of text.
        file: (name: string) => Buffer.from(files[name]!),
        leftOut: header === null ? null : (JSON.parse(header) as leftOutObjects.LeftOut),
        list: Buffer.from(files[leftOutObjects.LEFT_OUT_FILE] ?? []).toString(),
      };
    },
    60_000,
    () => 'no objects',
  );
const pathOf = ({ sha256 }: { sha256: string }) =>
  join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
/** Runs with the stored copy of an image damaged or gone, then with the whole one again. */
async function without<T>(image: { sha256: string }, damage: 'damaged' | 'missing', act: () => Promise<T>): Promise<T> {
  const bytes = new Uint8Array(
    await new Response((await server.parts.storage.open(image.sha256)) as never).arrayBuffer(),
  );
  await rm(pathOf(image));
  if (damage === 'damaged')
    await writeFile(pathOf(image), bytes.with(bytes.length - 9, 0xaa).with(bytes.length - 8, 0xbb));
  try {
    return await act();
  } finally {
    await rm(pathOf(image), { force: true });
    await writeFile(pathOf(image), bytes);
    await chmod(pathOf(image), 0o400);
  }
}
/** Runs with a file in the place of an image that is none. */
async function undecodable<T>(image: { id: string; sha256: string }, act: () => Promise<T>): Promise<T> {
  const sha256 = await server.parts.storage.put(Buffer.from('no image'), async (_tx, stored) => stored);
  const set = (to: string) =>
    server.parts.db.drizzle.execute(sql`update instances set sha256 = ${to} where id = ${image.id}`);
  await set(sha256);
  try {
    return await act();
  } finally {
    await set(image.sha256);
  }
}
const ofReader = () => whole.find((name) => name.startsWith('reader-measurements'))!;
const leftOutRows = async () =>
  (
    await server.parts.db.drizzle.execute<{ details: object }>(
      sql`select details from audit_events where action = 'reports.leave-out-objects' and subject_id = ${caseId} order by sequence`,
    )
  ).rows.map(({ details }) => details);

it.each(['damaged', 'missing'] as const)(
  'an object of a stored image that is %s is left out and named; the others are given, and all of them once the image is whole again',
  async (damage) => {
    const before = (await leftOutRows()).length;
    const name = ofReader();
    const { names, leftOut, list } = await without(images[3]!, damage, () => archive());
    expect(leftOut).toEqual({ count: 1, objects: [{ name, kind: 'reader-measurements', reason: 'FILE_DAMAGED' }] });
    expect(new Set(names)).toEqual(new Set([...whole.filter((each) => each !== name), leftOutObjects.LEFT_OUT_FILE]));
    expect(list).toContain(`${name}: gereken bir görüntünün bizdeki kopyası hasarlı\n`);
    expect((await leftOutRows()).slice(before)).toEqual([{ number: 1, objects: `${name} FILE_DAMAGED` }]);
    expect(await archive()).toMatchObject({ names: whole, leftOut: null, list: '' });
  },
  60_000,
);

it('another image of the study stands in for the one that tells of its patient', async () => {
  expect(await without(images[0]!, 'missing', () => archive())).toMatchObject({
    names: whole,
    leftOut: null,
    list: '',
  });
}, 60_000);

it('an object of an image that cannot be decoded is left out and named, also where a reader exports it alone', async () => {
  const leftOut = {
    count: 1,
    objects: [{ name: ofReader(), kind: 'reader-measurements', reason: 'IMAGE_NOT_READABLE' }],
  };
  await undecodable(images[3]!, async () => {
    expect(await archive()).toMatchObject({ leftOut });
    expect(await archive(marks.exportMeasurements)).toMatchObject({ leftOut, names: [leftOutObjects.LEFT_OUT_FILE] });
  });
}, 60_000);

it.each([
  ['FILE_DAMAGED', 'gereken bir görüntünün bizdeki kopyası hasarlı'],
  ['IMAGE_NOT_READABLE', 'gereken bir görüntünün kodu çözülemiyor'],
] as const)(
  'measurements on one image that cannot be read (%s) leave the others of their object, which then is another one, partial and verified by nobody',
  async (reason, because) => {
    const add = (image: { id: string }) =>
      server.parts.db.drizzle.execute(sql`
        insert into reading_measurements (id, case_id, staff_id, staff_name, instance_id, frame, measure, points, told, measured_at, in_signature)
        select gen_random_uuid(), case_id, staff_id, staff_name, ${image.id}, frame, measure, points, told, measured_at + interval '1 second', true
        from reading_measurements where case_id = ${caseId} limit 1`);
    await server.parts.db.drizzle.execute(
      sql`delete from reading_measurements where case_id = ${caseId} and instance_id <> ${images[3]!.id}`,
    );
    await add(images[2]!);
    const name = ofReader();
    const whole = (await archive()).file(name);
    const act = () => archive();
    const found =
      reason === 'FILE_DAMAGED' ? await without(images[3]!, 'damaged', act) : await undecodable(images[3]!, act);
    expect(found.leftOut).toEqual({ count: 1, objects: [{ name, kind: 'reader-measurements', reason, lacks: 1 }] });
    expect(found.list).toContain(
      `${name}: length 1 olmadan oluşturuldu, bu yüzden kısmi ve onaylanmamış olarak işaretli: ${because}\n`,
    );
    const part = found.file(name);
    const [one, other] = [whole, part].map((bytes) => dicomParser.parseDicom(bytes));
    const told = (of: typeof one, tag: string) => of!.string(tag);
    expect([told(one, 'x0040a491'), told(one, 'x0040a493')]).toEqual(['COMPLETE', 'VERIFIED']);
    expect([told(other, 'x0040a491'), told(other, 'x0040a493'), other!.elements.x0040a073]).toEqual([
      'PARTIAL',
      'UNVERIFIED',
      undefined,
    ]);
    expect(told(other, 'x0040a492')).toBeTruthy();
    expect(told(other, 'x00080018')).not.toBe(told(one, 'x00080018'));
    // What is left is followed by the same identifier, and no image is named on which nothing is told.
    const text = part.toString('latin1');
    expect([text.includes('length 2'), text.includes('length 1')]).toEqual([true, false]);
    expect([text.includes(images[2]!.sopInstanceUid), text.includes(images[3]!.sopInstanceUid)]).toEqual([true, false]);
    expect((await archive()).file(name).equals(whole)).toBe(true);
  },
  60_000,
);

it('there is no archive without the signed PDF', async () => {
  const { rows } = await server.parts.db.drizzle.execute<{ sha256: string }>(
    sql`select sha256 from report_documents where report_id = (select id from reports where case_id = ${caseId})`,
  );
  const before = await leftOutRows();
  const answer = await without(rows[0]!, 'damaged', () =>
    radiologist.send(reports.getReportObjects, { params: { caseId } }),
  );
  expect([answer.ok, ((await answer.json()) as { code: string }).code]).toEqual([false, 'FILE_DAMAGED']);
  expect(await leftOutRows()).toEqual(before);
}, 60_000);
