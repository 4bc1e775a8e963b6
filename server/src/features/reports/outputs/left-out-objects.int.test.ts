import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftOutObjects, marks, reports } from '@duai/contract';
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
let images: { id: string; sha256: string }[];
let whole: string[];

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  const factory = createReportFactory(server, radiologist);
  const begun = await factory.drafted(await server.patient());
  ({ caseId } = begun);
  images = begun.reading.studies[0]!.series[0]!.instances;
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
    expect(await archive()).toEqual({ names: whole, leftOut: null, list: '' });
  },
  60_000,
);

it('another image of the study stands in for the one that tells of its patient', async () => {
  expect(await without(images[0]!, 'missing', () => archive())).toEqual({ names: whole, leftOut: null, list: '' });
}, 60_000);

it('an object of an image that cannot be decoded is left out and named, also where a reader exports it alone', async () => {
  const text = Buffer.from('no image');
  const sha256 = await server.parts.storage.put(text, async (_tx, stored) => stored);
  const image = images[3]!;
  const set = (to: string) =>
    server.parts.db.drizzle.execute(sql`update instances set sha256 = ${to} where id = ${image.id}`);
  await set(sha256);
  const leftOut = {
    count: 1,
    objects: [{ name: ofReader(), kind: 'reader-measurements', reason: 'IMAGE_NOT_READABLE' }],
  };
  expect(await archive()).toMatchObject({ leftOut });
  expect(await archive(marks.exportMeasurements)).toMatchObject({ leftOut, names: [leftOutObjects.LEFT_OUT_FILE] });
  await set(image.sha256);
}, 60_000);

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
