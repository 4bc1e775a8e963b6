import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marks } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let reader: HttpClient;
let caseId: string;
let image: { id: string; sopInstanceUid: string | null };
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plane-measurements-'));
  server = await startTestServer();
  reader = await server.staff('radiologist');
  const drafted = await createReportFactory(server, reader).drafted(await server.patient());
  ({ caseId } = drafted);
  image = drafted.reading.studies[0]!.series[0]!.instances[0]!;
}, 120_000);
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

/** A coronal plane of a slab of 10 mm. */
const PLANE: marks.ComputedPlane = {
  kind: 'coronal',
  turn: { nod: 0, lean: 0, twist: 0 },
  slabMm: 10,
  origin: [-63, -25, 26.5],
  across: [1, 0, 0],
  down: [0, 0, -1],
  mm: 2,
  columns: 64,
  rows: 15,
};
const BOX = [
  { x: 10.5, y: 2.5 },
  { x: 14.5, y: 5.5 },
];
const REGION = {
  frame: 0,
  measure: 'rectangle' as const,
  points: BOX,
  text: 'mean 41.5 HU',
  plane: PLANE,
  values: [
    { name: 'mean' as const, value: 41.5 },
    { name: 'most' as const, value: 80 },
  ],
};
const add = (change: object = {}) =>
  reader.call(marks.addMeasurement, { params: { caseId }, body: { ...REGION, imageId: image.id, ...change } });

it('[RED-003] what is measured on a computed plane is kept with its plane and its values, and nothing that no plane can have', async () => {
  const kept = await add();
  expect(kept).toMatchObject({ ...REGION, imageId: image.id, isOwn: true });
  expect(await reader.call(marks.listMeasurements, { params: { caseId } })).toEqual([kept]);
  const refused = async (change: object) =>
    expect(await codeOf(add(change)), JSON.stringify(change)).toBe('VALIDATION_FAILED');
  // Within the plane, whose size is another than that of the image.
  await refused({ points: [BOX[0], { x: 64.5, y: 5 }] });
  await refused({ points: [BOX[0], { x: 20, y: 15.5 }] });
  await refused({ plane: { ...PLANE, across: [2, 0, 0] } });
  await refused({ plane: { ...PLANE, down: [0, 0, -0.9] } });
  await refused({ plane: { ...PLANE, down: [0.6, 0, -0.8] } });
  // A length has no values, a region none of a point, a point none of a region, and each is told once.
  await refused({ measure: 'length' });
  await refused({ values: [{ name: 'value', value: 3 }] });
  await refused({ measure: 'probe', points: [BOX[0]] });
  await refused({ values: [REGION.values[0], REGION.values[0]] });
  // The values of an image are found in its file.
  await refused({ plane: undefined });
  const points = [BOX[0]!, { x: 12.5, y: 4.5 }];
  const params = { caseId, measurementId: kept.id };
  const move = (body: object) =>
    codeOf(reader.call(marks.moveMeasurement, { params, body: { points, text: 'mean 40 HU', ...body } }));
  expect(await move({ points: [BOX[0], { x: 64.5, y: 5 }] })).toBe('VALIDATION_FAILED');
  expect(await move({ values: [{ name: 'value', value: 3 }] })).toBe('VALIDATION_FAILED');
  const values = [{ name: 'mean', value: 40 }];
  expect(await move({ values })).toBe('ok');
  const [moved] = await reader.call(marks.listMeasurements, { params: { caseId } });
  expect(moved).toEqual({ ...kept, points, text: 'mean 40 HU', values });
  await reader.call(marks.removeMeasurement, { params });
});

it('without a frame of reference a plane lies nowhere', async () => {
  const change = (to: ReturnType<typeof sql>) =>
    server.parts.db.drizzle.execute(sql`update instances set header = ${to} where id = ${image.id}`);
  const { rows } = await server.parts.db.drizzle.execute<{ header: unknown }>(
    sql`select header from instances where id = ${image.id}`,
  );
  const before = await add();
  await change(sql`header || '{"frameOfReferenceUid": null}'`);
  expect(await codeOf(add())).toBe('VALIDATION_FAILED');
  // One from before goes into no object: it would say no place.
  expect((await reader.send(marks.exportMeasurements, { params: { caseId } })).status).toBe(404);
  await reader.call(marks.removeMeasurement, { params: { caseId, measurementId: before.id } });
  await change(sql`${JSON.stringify(rows[0]!.header)}::jsonb`);
});

type Json = Record<string, { Value?: unknown[] } | undefined>;
const items = (of: Json, tag: string): Json[] => (of[tag]?.Value ?? []) as Json[];
const first = (of: Json, tag: string): unknown => of[tag]?.Value?.[0];
const below = (of: Json): Json[] => items(of, '0040A730').flatMap((item) => [item, ...below(item)]);
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });

it('[RED-016] goes out as Comprehensive 3D SR with coordinates in the patient, which dciodvfy and dsrdump accept and a second program reads back', async () => {
  const line = [
    { x: 0.5, y: 0.5 },
    { x: 30.5, y: 0.5 },
  ];
  await add();
  await add({ measure: 'ellipse', values: [] });
  await add({ measure: 'length', points: line, values: undefined, text: '60 mm', plane: { ...PLANE, slabMm: 0 } });
  await add({ measure: 'probe', points: [line[0]], values: [{ name: 'value', value: 7 }], text: '7 HU' });
  await add({ measure: 'length', points: line, values: undefined, text: '90 mm', plane: undefined });
  const answer = await reader.send(marks.exportMeasurements, { params: { caseId } });
  const objects = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  // What was measured on images stays in an object that every archive takes.
  const [onImages, object] = ['reader-measurements-', 'reader-measurements-planes-'].map(
    (start) => objects.find(([name]) => /^[a-z-]*/.exec(name.replace(/[0-9a-f]{8}-.*/, ''))![0] === start)![1],
  );
  expect(objects).toHaveLength(2);
  const other = join(directory, 'on-images.dcm');
  await writeFile(other, onImages!);
  const told = JSON.parse(run('dcm2json', other).stdout) as Json;
  expect(first(told, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.88.33');
  const tracked = (of: Json) =>
    below(of).flatMap((item) =>
      first(items(item, '0040A043')[0] ?? {}, '00080100') === '112039' ? [first(item, '0040A160')] : [],
    );
  expect(tracked(told)).toEqual(['length 2']);
  const file = join(directory, 'sr.dcm');
  await writeFile(file, object!);
  const checked = run('dciodvfy', file);
  expect(`${checked.stdout}${checked.stderr}`.match(/^Error.*/gm) ?? []).toEqual([]);
  expect(`${checked.stdout}${checked.stderr}`).toContain('Comprehensive3DSR');
  const dumped = run('dsrdump', file);
  expect([dumped.status, dumped.stderr.match(/^[EF]: .*/gm) ?? []]).toEqual([0, []]);
  const read = JSON.parse(run('dcm2json', file).stdout) as Json;
  expect(first(read, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.88.34');
  const all = below(read);
  expect(tracked(read)).toEqual(['rectangle 1', 'ellipse 1', 'length 1', 'probe 1']);
  const shapes = all
    .filter((item) => first(item, '0040A040') === 'SCOORD3D')
    .map((item) => [first(item, '00700023'), ...(item['00700022']!.Value as number[])]);
  // x = −63 + 2 (column − 0.5), z = 26.5 − 2 (row − 0.5): the box goes from (−43, 22.5) to (−35, 16.5).
  const [left, right, top, bottom, y] = [-43, -35, 22.5, 16.5, -25];
  expect(shapes).toEqual([
    ['POLYGON', left, y, top, right, y, top, right, y, bottom, left, y, bottom, left, y, top],
    ['ELLIPSE', left, y, 19.5, right, y, 19.5, -39, y, top, -39, y, bottom],
    ['POLYLINE', -63, y, 26.5, -3, y, 26.5],
    ['POINT', -63, y, 26.5],
  ]);
  const { rows } = await server.parts.db.drizzle.execute<{ uid: string }>(
    sql`select header ->> 'frameOfReferenceUid' uid from instances where id = ${image.id}`,
  );
  const references = all.flatMap((item) => first(item, '30060024') ?? []);
  expect(references).toEqual(shapes.map(() => rows[0]!.uid));
  const numbers = all
    .filter((item) => first(item, '0040A040') === 'NUM')
    .map((item) => Number(first(items(item, '0040A300')[0]!, '0040A30A')));
  expect(numbers).toEqual([41.5, 80, 48, expect.closeTo((Math.PI / 4) * 48, 6), 60, 7]);
  const comments = all.filter((item) => first(item, '0040A040') === 'TEXT').map((item) => first(item, '0040A160'));
  expect(comments).toContain('Hesaplanmış koronal düzlemde, 10 mm kalınlığın maksimumu');
  expect(comments).toContain('Hesaplanmış koronal düzlemde');
  // Images are not what was measured.
  expect(all.some((item) => first(item, '0040A040') === 'IMAGE')).toBe(false);
});
