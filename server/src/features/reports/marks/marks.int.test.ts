import { cases, LIMITS, marks, preliminaryReads, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { gridsOn, nodulesOn } from '../../../testing/segmentation.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let reader: HttpClient;
let colleague: HttpClient;
let caseId: string;
let imageId: string;
let analysisId: string;
let original: { code: string; columns: number; rows: number; slices: readonly { sopInstanceUid: string }[] };
let version: number;

beforeAll(async () => {
  server = await startTestServer();
  reader = await server.staff('radiologist');
  colleague = await server.staff('radiologist');
  const factory = createReportFactory(server, reader);
  const drafted = await factory.drafted(await server.patient());
  ({ caseId } = drafted);
  version = drafted.draft.version;
  const { reading } = drafted;
  imageId = reading.studies[0]!.series[0]!.instances[0]!.id;
  const run = reading.analyses.find(
    ({ result }) => result?.outcome === 'evaluated' && result.overlays.some(({ kind }) => kind !== 'heat'),
  )!;
  analysisId = run.id;
  original = run.result?.outcome === 'evaluated' ? run.result.overlays[0]! : original;
}, 120_000);
afterAll(() => server.end());

const LENGTH = {
  frame: 0,
  measure: 'length' as const,
  points: [
    { x: 1, y: 1 },
    { x: 4, y: 5 },
  ],
  text: '5 mm',
};
const LENGTH_MOVED = { points: LENGTH.points, text: LENGTH.text };
const list = (by: HttpClient) => by.call(marks.listMeasurements, { params: { caseId } });
const add = (by: HttpClient, change: object = {}) =>
  by.call(marks.addMeasurement, { params: { caseId }, body: { ...LENGTH, imageId, ...change } });
const correct = (base: number, runs: string, by = reader, image = original.slices[0]!.sopInstanceUid, frame?: number) =>
  correctSlices(base, [{ sopInstanceUid: image, runs, ...(frame !== undefined && { frame }) }], by);
const correctSlices = (base: number, slices: marks.CorrectedMask['mask']['slices'], by = reader) =>
  by.call(marks.correctMask, {
    params: { caseId },
    body: {
      analysisId,
      code: original.code,
      base,
      mask: {
        columns: original.columns,
        rows: original.rows,
        slices,
      },
    },
  });

it('measurements are kept for each reader; only who claimed the case draws, on its own images', async () => {
  const kept = await add(reader);
  expect(kept).toMatchObject({ ...LENGTH, imageId, isOwn: true });
  expect(await list(reader)).toEqual([kept]);
  expect(await list(colleague)).toEqual([]);
  expect(await codeOf(add(colleague))).toBe('CASE_CLAIMED');
  expect(await codeOf(add(reader, { imageId: crypto.randomUUID() }))).toBe('NOT_FOUND');
  expect(await codeOf(add(reader, { frame: 1 }))).toBe('NOT_FOUND');
  expect(await codeOf(add(reader, { points: [] }))).toBe('VALIDATION_FAILED');
  // As many points as the tool draws: the files of a signature are made from them.
  const [point] = LENGTH.points;
  expect(await codeOf(add(reader, { points: [point] }))).toBe('VALIDATION_FAILED');
  expect(await codeOf(add(reader, { points: [...LENGTH.points, point] }))).toBe('VALIDATION_FAILED');
  expect(await codeOf(add(reader, { measure: 'freehand' }))).toBe('VALIDATION_FAILED');
  // Within the image, to its edges (PS3.3 C.18.6): an area beside it would have no pixels.
  const edge = { x: original.columns, y: original.rows };
  const whole = await add(reader, { measure: 'rectangle', points: [{ x: 0, y: 0 }, edge] });
  await reader.call(marks.removeMeasurement, { params: { caseId, measurementId: whole.id } });
  for (const beyond of [{ x: -0.5 }, { y: -0.5 }, { x: edge.x + 0.5 }, { y: edge.y + 0.5 }])
    expect(await codeOf(add(reader, { points: [point, { ...edge, ...beyond }] }))).toBe('VALIDATION_FAILED');
  const setState = (state: string) =>
    server.parts.db.drizzle.execute(sql`update instances set state = ${state} where id = ${imageId}`);
  await setState('refused');
  expect(await codeOf(add(reader))).toBe('NOT_FOUND');
  await setState('ready');
  const elsewhere = { caseId: crypto.randomUUID(), measurementId: kept.id };
  expect(await codeOf(reader.call(marks.removeMeasurement, { params: elsewhere }))).toBe('NOT_FOUND');
  const of = { caseId, measurementId: kept.id };
  // The value of a length cannot be overwritten; the text of an arrow is the reader's to change.
  const body = { text: 'Node' };
  expect(await codeOf(reader.call(marks.annotateMeasurement, { params: of, body }))).toBe('NOT_FOUND');
  const arrow = await add(reader, { measure: 'arrow', text: '' });
  await reader.call(marks.annotateMeasurement, { params: { caseId, measurementId: arrow.id }, body });
  expect((await list(reader)).map(({ text }) => text)).toEqual(['5 mm', 'Node']);
  expect(await codeOf(colleague.call(marks.removeMeasurement, { params: of }))).toBe('CASE_CLAIMED');
  const farther = { points: [point!, { x: 7, y: 9 }], text: '10 mm' };
  const move = (params: typeof of, body: typeof farther, by = reader) =>
    codeOf(by.call(marks.moveMeasurement, { params, body }));
  expect(await move(of, farther, colleague)).toBe('CASE_CLAIMED');
  expect(await move(elsewhere, farther)).toBe('NOT_FOUND');
  expect(await move({ ...of, measurementId: crypto.randomUUID() }, farther)).toBe('NOT_FOUND');
  expect(await move(of, { ...farther, points: [...farther.points, point!] })).toBe('VALIDATION_FAILED');
  expect(await move(of, { ...farther, points: [point!, { x: 7, y: edge.y + 1 }] })).toBe('VALIDATION_FAILED');
  await reader.call(marks.moveMeasurement, { params: of, body: farther });
  // The text of an arrow is changed as a text alone.
  await reader.call(marks.moveMeasurement, { params: { caseId, measurementId: arrow.id }, body: farther });
  expect(await list(reader)).toEqual([
    { ...kept, ...farther },
    { ...arrow, ...farther, text: 'Node' },
  ]);
  await reader.call(marks.removeMeasurement, { params: of });
  expect(await codeOf(reader.call(marks.removeMeasurement, { params: of }))).toBe('NOT_FOUND');
  expect((await list(reader)).map(({ measure }) => measure)).toEqual(['arrow']);
});

it('the points of a reader in a case are bounded in sum: they all go to the page and into the files of a signature', async () => {
  const points = Array.from({ length: 2000 }, (_, at) => ({ x: (at * 37) % 91, y: (at * 53) % 89 }));
  const region = { measure: 'freehand' as const, points, text: 'alan' };
  const first = await add(reader, region);
  await server.parts.db.drizzle.execute(sql`
    insert into reading_measurements
    select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from reading_measurements m, generate_series(1, 23) where m.id = ${first.id}`);
  const before = (await list(reader)).reduce((sum, each) => sum + each.points.length, 0);
  const room = LIMITS.measurementPointsPerCase - before;
  expect(await codeOf(add(reader, { ...region, points: points.slice(0, room + 1) }))).toBe('TOO_MANY_POINTS');
  const last = await add(reader, { ...region, points: points.slice(0, room) });
  const move = (to: typeof points) =>
    codeOf(
      reader.call(marks.moveMeasurement, {
        params: { caseId, measurementId: last.id },
        body: { points: to, text: 'alan' },
      }),
    );
  expect(await move(points.slice(0, room + 1))).toBe('TOO_MANY_POINTS');
  expect(await move(points.slice(1, room + 1))).toBe('ok');
  await server.parts.db.drizzle.execute(sql`delete from reading_measurements where measure = 'freehand'`);
});

it('a reading that wants masks apart has all results but what they drew, which the results themselves have', async () => {
  const params = { caseId };
  const whole = await reader.call(studies.getReading, { params });
  const lean = await reader.call(studies.getReading, { params, query: { masks: 'apart' } });
  const results = await reader.call(preliminaryReads.getAnalyses, { params });
  expect(results).toEqual(whole.analyses);
  expect(lean).toEqual({
    ...whole,
    analyses: whole.analyses.map(({ result, ...run }) => ({
      ...run,
      result: result?.outcome === 'evaluated' ? { ...result, overlays: [] } : result,
    })),
  });
});

it('a corrected mask is a new version; what the algorithm drew stays, and no version is lost', async () => {
  const masks = () => reader.call(marks.listCorrectedMasks, { params: { caseId } });
  expect(await masks()).toEqual([]);
  expect(await codeOf(correct(0, 'DCF', colleague))).toBe('CASE_CLAIMED');
  // Runs that exceed the image, and runs for an image of another series.
  expect(await codeOf(correct(0, '_____F'))).toBe('VALIDATION_FAILED');
  expect(await codeOf(correct(0, 'DCF', reader, '1.2.3'))).toBe('NOT_FOUND');
  // A frame that the image does not have.
  expect(await codeOf(correct(0, 'DCF', reader, undefined, 1))).toBe('NOT_FOUND');
  // The same slice twice, whichever would count.
  const [slice] = original.slices;
  const twice = ['DC', ''].map((runs) => ({ ...slice!, runs }));
  expect(await codeOf(correctSlices(0, twice))).toBe('VALIDATION_FAILED');
  const first = await correct(0, 'DCF');
  expect(first).toMatchObject({ analysisId, code: original.code, version: 1 });
  // All slices are present: the corrected one, and the others unchanged.
  expect(first.mask.slices).toEqual([{ ...original.slices[0], runs: 'DC' }, ...original.slices.slice(1)]);
  expect(await codeOf(correct(0, ''))).toBe('MASK_CHANGED');
  const second = await correct(1, '');
  // Runs without length are stored as we write them, however many there are.
  expect((await correct(2, 'AADAAAACFAA')).mask.slices[0]?.runs).toBe('DC');
  expect((await masks()).map((mask) => [mask.version, mask.mask.slices[0]!.runs])).toEqual([[3, 'DC']]);
  const { rows } = await server.parts.db.drizzle.execute(
    sql`select mask -> 'slices' -> 0 ->> 'runs' as runs from corrected_masks where case_id = ${caseId} order by version`,
  );
  expect(rows).toEqual([{ runs: 'DC' }, { runs: '' }, { runs: 'DC' }]);
  await server.parts.db.drizzle.execute(sql`
    insert into corrected_masks (id, case_id, analysis_id, staff_id, staff_name, code, version, mask, corrected_at)
    select gen_random_uuid(), case_id, analysis_id, staff_id, staff_name, code, n, '{}', corrected_at
    from corrected_masks, generate_series(4, ${LIMITS.maskVersionsPerCase}) n where case_id = ${caseId} and version = 3`);
  expect(await codeOf(correct(LIMITS.maskVersionsPerCase, 'DC'))).toBe('TOO_MANY_MASKS');
  await server.parts.db.drizzle.execute(sql`delete from corrected_masks where case_id = ${caseId} and version > 3`);
  expect(second.mask.slices).toHaveLength(original.slices.length);
  const { analyses } = await reader.call(studies.getReading, { params: { caseId } });
  const run = analyses.find(({ id }) => id === analysisId)!;
  expect(run.result?.outcome === 'evaluated' && run.result.overlays[0]).toEqual(original);
  await expect(
    server.parts.db.drizzle.execute(sql`update corrected_masks set mask = '{}' where case_id = ${caseId}`),
  ).rejects.toThrow();
});

it('a DICOM segmentation from outside is a mask on the images that its functional groups name; one that cannot be read is named', async () => {
  const { files } = smallPhantom();
  const { bytes, masks } = await nodulesOn(files);
  // One more object, of an unsupported kind: it is reported, not silently left out.
  const text = Buffer.from(bytes).toString('latin1').replace('BINARY', 'LABELS').replaceAll('2.25.8801', '2.25.8804');
  const second = Buffer.from(text, 'latin1');
  const patient = await server.patient();
  const of = { caseId: await server.openCase(patient) };
  const form = imagesForm([...files, { name: 'seg.dcm', bytes }, { name: 'other.dcm', bytes: new Uint8Array(second) }]);
  await patient.call(cases.uploadCaseImages, { params: of, form });
  await server.waitForDraft(reader, of.caseId);
  const found = await reader.call(marks.listSegmentations, { params: of });
  expect(found).toEqual(
    expect.arrayContaining([
      ...masks.map((mask) => expect.objectContaining(mask)),
      expect.objectContaining({ label: 'Nodules', isRead: false, slices: [] }),
    ]),
  );
  expect(new Set(found.map(({ code: name }) => name)).size).toBe(3);
});

it('a DICOM segmentation on a grid of its own outlines on the image what it outlines in the patient', async () => {
  const { files } = smallPhantom();
  const { header, files: segmentations, runs } = await gridsOn(files[3]!);
  const patient = await server.patient();
  const of = { caseId: await server.openCase(patient) };
  const form = imagesForm([...files, ...segmentations]);
  await patient.call(cases.uploadCaseImages, { params: of, form });
  await server.waitForDraft(reader, of.caseId);
  const found = await reader.call(marks.listSegmentations, { params: of });
  const { columns, rows, sopInstanceUid } = header;
  const slices = [{ sopInstanceUid, runs }];
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'part', columns, rows, slices, unplaced: [] }),
      expect.objectContaining({ label: 'turned', columns, rows, slices, unplaced: [] }),
      expect.objectContaining({ label: 'elsewhere', isRead: true, slices: [], unplaced: [sopInstanceUid] }),
    ]),
  );
});

it('after the signature nothing is drawn, and colleagues see what was measured', async () => {
  await checkReading(reader, caseId);
  const { report } = await reader.call(studies.getReading, { params: { caseId } });
  const content = { ...report!.content, ...WRITTEN };
  ({ version } = await reader.call(reports.saveReport, {
    params: { caseId },
    body: { version, language: 'en', content },
  }));
  await reader.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version } });
  expect(await codeOf(add(reader))).toBe('REPORT_SIGNED');
  const [arrow] = await list(reader);
  const params = { caseId, measurementId: arrow!.id };
  expect(await codeOf(reader.call(marks.moveMeasurement, { params, body: LENGTH_MOVED }))).toBe('REPORT_SIGNED');
  expect(await codeOf(correct(2, 'DCF'))).toBe('REPORT_SIGNED');
  const seen = await list(colleague);
  expect(seen.map(({ measure, isOwn }) => [measure, isOwn])).toEqual([['arrow', false]]);
});
