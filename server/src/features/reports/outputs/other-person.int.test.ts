import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountSettings, cases, marks, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, differencesOf, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const OWN_NAME = 'KANARYA^ZEYNEP';

let server: TestServer;
let radiologist: HttpClient;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'other-person-'));
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

function run(program: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return { stdout, stderr };
}

/** The images of a study with an order, a referring physician and a study ID. */
async function ordered(patientName: string, seed: number, order: string) {
  const { files } = smallPhantom(seed, patientName);
  const paths = files.map(({ name }) => join(directory, `${seed}-${name.replaceAll('/', '-')}`));
  for (const [at, { bytes }] of files.entries()) await writeFile(paths[at]!, bytes);
  const [born, sex] = patientName === OWN_NAME ? ['19870304', 'F'] : ['19600102', 'M'];
  const person = { PatientBirthDate: born, PatientSex: sex };
  const given = { ...person, AccessionNumber: order, ReferringPhysicianName: `ARZT^${order}`, StudyID: order };
  run('dcmodify', ['-nb', ...Object.entries(given).flatMap(([name, value]) => ['-m', `${name}=${value}`]), ...paths]);
  return Promise.all(files.map(async ({ name }, at) => ({ name, bytes: await readFile(paths[at]!) })));
}

const TAGS = {
  name: '00100010',
  patientId: '00100020',
  birthDate: '00100030',
  sex: '00100040',
  accessionNumber: '00080050',
  physician: '00080090',
  studyId: '00200010',
} as const;
interface Attribute {
  Value?: (string | { Alphabetic: string })[];
}
/** Patient, order and study of an object, as DCMTK reads them; null: without a value. */
async function patientOf(name: string, bytes: Uint8Array) {
  const path = join(directory, name);
  await writeFile(path, bytes);
  expect(run('dciodvfy', [path]).stderr.match(/^Error.*/gm) ?? [], name).toEqual([]);
  const dataSet = JSON.parse(run('dcm2json', [path]).stdout) as Record<string, Attribute>;
  const first = (tag: string) => {
    const [value = null] = dataSet[tag]?.Value ?? [];
    return typeof value === 'object' ? (value?.Alphabetic ?? null) : value;
  };
  return {
    study: first('0020000D'),
    kind: name.replace(/-?[0-9a-f]{8}-.*|\.dcm$/, ''),
    patient: Object.fromEntries(Object.entries(TAGS).map(([key, tag]) => [key, first(tag)])),
  };
}
type Found = Awaited<ReturnType<typeof patientOf>>;

const objectsIn = async (archive: Uint8Array): Promise<Found[]> =>
  Promise.all(
    Object.entries(unzipSync(archive))
      .filter(([name]) => name.endsWith('.dcm'))
      .map(([name, bytes]) => patientOf(name, bytes)),
  );

const ACCOUNT = { name: 'Kanarya^Zeynep', birthDate: '19870304', sex: 'F' };
const NO_NUMBERS = { patientId: null, accessionNumber: null, physician: null, studyId: null };

/** A case of two examinations with a measurement in each, and its objects before and after the signature. */
async function objectsOfCase(patientName: string, seed: number) {
  const patient = await server.patient();
  const told = { firstName: 'Zeynep', lastName: 'Kanarya', dateOfBirth: '1987-03-04', gender: 'female' } as const;
  await patient.call(accountSettings.changePersonalDetails, { body: told });
  const caseId = await server.openCase(patient);
  const params = { caseId };
  const form = imagesForm([
    ...(await ordered(OWN_NAME, seed, 'EARLIER')),
    ...(await ordered(patientName, seed + 1, 'LATEST')),
  ]);
  await patient.call(cases.uploadCaseImages, { params, form });
  await server.waitForDraft(radiologist, caseId);
  // The report and its PDF are filed with the latest examination.
  await server.parts.db.drizzle.execute(sql`
    update studies set study_date = '2019-05-06' where id in (
      select study_id from series s join series_identities i on i.series_id = s.id where i.patient_id = ${`PHANTOM-${seed}`})`);
  await radiologist.call(cases.claimCase, { params });
  const reading = await radiologist.call(studies.getReading, { params });
  const body = {
    frame: 0,
    measure: 'length' as const,
    points: [
      { x: 2, y: 3 },
      { x: 14, y: 19 },
    ],
    text: '',
  };
  for (const { series } of reading.studies)
    await radiologist.call(marks.addMeasurement, { params, body: { ...body, imageId: series[0]!.instances[3]!.id } });
  const archiveOf = async (answer: Response) => objectsIn(new Uint8Array(await answer.arrayBuffer()));
  const unsigned = await archiveOf(await radiologist.send(marks.exportMeasurements, { params }));
  const keyImages = reading.studies.map(({ series }) => ({
    ...{ imageId: series[0]!.instances[3]!.id, frame: 0, window: null, suvFactor: null, region: null, caption: '' },
  }));
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: {
      version: reading.report!.version,
      language: 'tr',
      content: { ...reading.report!.content, ...WRITTEN, keyImages },
    },
  });
  await checkReading(radiologist, caseId);
  const acknowledgedDifferences = differencesOf(await radiologist.call(studies.getReading, { params }));
  await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version, acknowledgedDifferences } });
  const signed = await waitFor(
    async () => {
      const answer = await radiologist.send(reports.getReportObjects, { params });
      return answer.ok ? archiveOf(answer) : undefined;
    },
    60_000,
    () => 'no objects',
  );
  const uidOf = (order: string) => signed.find(({ patient: of }) => of.accessionNumber === order)?.study;
  const earlier = uidOf('EARLIER');
  return {
    unsigned,
    signed,
    earlier: (from: Found[]) => from.filter(({ study }) => study === earlier),
    latest: (from: Found[]) => from.filter(({ study }) => study !== earlier),
  };
}

const KINDS = ['key-images', 'measurements', 'reader-measurements', 'segmentation'];
const kindsOf = (found: Found[]) => [...new Set(found.map(({ kind }) => kind))].sort();

describe('the DICOM objects of a report', () => {
  it('name the person of the case where the images that they are filed with name another one, and no number of theirs', async () => {
    const { signed, unsigned, earlier, latest } = await objectsOfCase('DEMIR^ALI', 61);
    expect(kindsOf(latest(signed))).toEqual([...KINDS, 'report', 'report-pdf'].sort());
    expect(kindsOf(latest(unsigned))).toEqual(['reader-measurements']);
    for (const { patient } of [...latest(signed), ...latest(unsigned)])
      expect(patient).toEqual({ ...ACCOUNT, ...NO_NUMBERS });
    expect(kindsOf(earlier(signed))).toEqual(KINDS);
    for (const { patient } of [...earlier(signed), ...earlier(unsigned)])
      expect(patient).toMatchObject({ name: OWN_NAME, patientId: 'PHANTOM-61', accessionNumber: 'EARLIER' });
  }, 120_000);

  it('are about the patient of the images, with all numbers, where these name nobody else', async () => {
    const { signed, latest } = await objectsOfCase(OWN_NAME, 63);
    for (const { patient } of latest(signed))
      expect(patient).toMatchObject({
        ...{ name: OWN_NAME, patientId: 'PHANTOM-64', accessionNumber: 'LATEST' },
        ...{ physician: 'ARZT^LATEST', studyId: 'LATEST' },
      });
  }, 120_000);
});
