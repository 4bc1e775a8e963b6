import {
  accounts,
  cases,
  dicomweb,
  type Endpoint,
  given,
  preliminaryReads,
  presentationStates,
  reports,
  secondReads,
  studies,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WRITTEN } from '../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { stateOn } from './testing/presentation-state.ts';
import { smallPhantom } from './testing/samples.ts';
import { nodulesOn } from './testing/segmentation.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let first: HttpClient;
let blinded: HttpClient;
let readFirst: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  [first, blinded, readFirst] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
  const operator = await server.staff('operator');
  const { user } = await readFirst.call(accounts.getStaff);
  await operator.call(preliminaryReads.setReadFirst, { params: { userId: user.id }, body: { isReadFirst: true } });
});
afterAll(() => server.end());

const [SEGMENTATION_UID, STATE_UID] = ['2.25.8801', '2.25.9901'] as const;

/** All that a radiologist can read of a case or of one of its instances by GET. */
const readable = () =>
  (server.endpoints as Endpoint[]).filter(
    ({ audience, method, produces, path }) =>
      audience === 'radiologist' &&
      method === 'GET' &&
      produces !== 'text/event-stream' &&
      (path.includes('/cases/:caseId') || path.includes(':instanceId')),
  );
const isOfInstance = ({ path }: Endpoint) => path.includes(':instanceId') || path.includes(':sopInstanceUid');

/** A case with a segmentation and a presentation state of another maker. */
async function drawnOn() {
  const patient = await server.patient();
  const { files } = smallPhantom();
  const drawn = [
    { name: 'seg.dcm', bytes: (await nodulesOn(files)).bytes },
    { name: 'pr.dcm', bytes: (await stateOn(files)).bytes },
  ];
  const caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm([...files, ...drawn]) });
  await server.waitForDraft(first, caseId);
  await first.call(cases.claimCase, { params: { caseId } });
  const reading = await first.call(studies.getReading, { params: { caseId } });
  const study = reading.studies[0]!;
  const series = given(
    study.series.find(({ instances }) => instances.some((each) => each.sopInstanceUid === SEGMENTATION_UID)),
    'the segmentation',
  );
  const { states } = await first.call(presentationStates.listOfCase, { params: { caseId } });
  const ofStudy = { caseId, studyInstanceUid: given(study.studyInstanceUid, 'the UID of the study') };
  const segmentation = {
    ...ofStudy,
    seriesId: series.id,
    instanceId: series.instances[0]!.id,
    seriesInstanceUid: given(series.seriesInstanceUid, 'the UID of the series'),
    sopInstanceUid: SEGMENTATION_UID,
    frames: '1',
    overlayGroup: '6000',
  };
  const state = {
    ...segmentation,
    instanceId: states[0]!.id,
    seriesInstanceUid: '2.25.9902',
    sopInstanceUid: STATE_UID,
  };
  return { caseId, patient, report: given(reading.report, 'the draft'), segmentation, state };
}

/** What a reader gets of this object: the paths that answer for it, and those whose answer names it. */
async function doorsTo(who: HttpClient, params: Record<string, string>): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of readable()) {
    const answer = await who.send(endpoint, { params: params as never });
    const told = await answer.text();
    const isNamed = told.includes(params.sopInstanceUid!) || told.includes(params.seriesId!);
    if ((isOfInstance(endpoint) && answer.ok) || isNamed) open.push(endpoint.path);
  }
  return open;
}

it('a segmentation and a presentation state are behind no door of a reader from whom AI is withheld', async () => {
  const { caseId, patient, report, segmentation, state } = await drawnOn();
  const content = { ...report.content, ...WRITTEN };
  await first.call(reports.saveReport, {
    params: { caseId },
    body: { version: report.version, language: 'tr', content },
  });
  expect(await doorsTo(readFirst, segmentation)).toEqual([]);
  expect(await doorsTo(readFirst, state)).toEqual([]);
  const listed = await readFirst.call(studies.getReading, { params: { caseId } });
  const series = listed.studies.flatMap((study) => study.series);
  expect(series.map(({ modality }) => modality)).toEqual(['CT']);
  // No count tells of them either.
  const images = series.flatMap(({ instances }) => instances).length;
  expect(listed.checks.seenSeries).toEqual([{ seriesId: series[0]!.id, shown: 0, total: images }]);
  const worklist = await readFirst.call(cases.getWorklist, { query: { show: 'all' } });
  expect(worklist.find(({ id }) => id === caseId)?.imageCount).toBe(images);
  expect(listed.identities.map((identity) => identity.images)).toEqual([images]);

  // Nobody else loses anything.
  const open = await doorsTo(first, segmentation);
  expect(open).toEqual(
    expect.arrayContaining([
      studies.getReading.path,
      studies.downloadInstance.path,
      studies.getInstancePreview.path,
      dicomweb.readingImages.frames.path,
      dicomweb.readingImages.seriesFrames.path,
      dicomweb.readingImages.instanceMetadata.path,
      dicomweb.readingImages.searchInstances.path,
    ]),
  );
  expect(await doorsTo(first, state)).toContain(studies.downloadInstance.path);
  const shown = await patient.call(cases.listCaseSeries, { params: { caseId } });
  expect(shown.map(({ modality }) => modality)).toContain('SEG');

  await first.call(secondReads.askSecondRead, { params: { caseId } });
  await blinded.call(secondReads.takeSecondRead, { params: { caseId } });
  expect(await doorsTo(blinded, segmentation)).toEqual([]);
  expect(await doorsTo(blinded, state)).toEqual([]);
  expect(await doorsTo(first, segmentation)).toEqual(open);
});

it('who is given one of them by name reads no more blinded', async () => {
  const { segmentation } = await drawnOn();
  const bystander = await server.staff('radiologist');
  const { id } = (await bystander.call(accounts.getStaff)).user;
  const silent: string[] = [];
  let given = 0;
  for (const endpoint of readable().filter(isOfInstance)) {
    const answer = await bystander.send(endpoint, { params: segmentation as never });
    await answer.arrayBuffer();
    const { rows } = await server.parts.db.drizzle.execute(
      sql`delete from opinions_seen where staff_id = ${id} returning case_id`,
    );
    if (!answer.ok) continue;
    given += 1;
    if (rows.length === 0) silent.push(endpoint.path);
  }
  expect(silent).toEqual([]);
  expect(given).toBeGreaterThan(3);
});
