import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReaderMeasurements } from '@duai/imaging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ElementToWrite, writePart10 } from '../../../imaging/src/files/write.ts';
import { DICOM_DATA, hasDicomData } from '../../../imaging/src/testing/samples.ts';
import { measureMarks } from './measure-marks.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'measure-marks-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const PET = '1.2.840.10008.5.1.4.1.1.128';
/** A PET image of 2 × 2 values without what uptake needs. */
const petImage = (more: ElementToWrite[]): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: PET },
    { tag: 0x00080018, vr: 'UI', value: '2.25.1' },
    { tag: 0x00080060, vr: 'CS', value: 'PT' },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.2' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.3' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [2] },
    { tag: 0x00280011, vr: 'US', value: [2] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x00281052, vr: 'DS', value: '0' },
    { tag: 0x00281053, vr: 'DS', value: '100' },
    ...more,
    { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from([1, 2, 3, 4]) },
  ]);

/** The numbers of a probe on the image, as dsrdump reads them from the stored object. */
async function dumped(units: ElementToWrite[]): Promise<string[]> {
  const source = petImage(units);
  const names = { sopClassUid: PET, sopInstanceUid: '2.25.1' };
  const probe = { trackingId: 'probe 1', trackingUid: '2.25.9', note: '', measure: 'probe' as const };
  const marks = await measureMarks(
    [{ ...probe, ...names, points: [{ x: 1.5, y: 0.5 }], frame: 0, sha256: 'a' }],
    async () => source,
  );
  const object = writeReaderMeasurements(
    {
      ...{ sopInstanceUid: '2.25.4', seriesInstanceUid: '2.25.5', seriesDescription: 'Measurements by the reader' },
      ...{ at: '2026-11-28T08:09:10.000Z', utcOffset: '+0300', language: 'en', verification: null, marks },
      procedure: { scheme: 'LN', value: '18748-4', meaning: 'Diagnostic Imaging Report' },
      observer: 'Örnek^Deniz',
      evidence: [{ ...names, studyInstanceUid: '2.25.2', seriesInstanceUid: '2.25.3' }],
    },
    source,
  );
  const file = join(directory, 'sr');
  await writeFile(file, object);
  const { stdout } = spawnSync('dsrdump', ['+Pl', file], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => /NUM:.*/.exec(line)?.[0] ?? []);
}

it.each([
  ['BQML', '(Bq/ml,UCUM,"Becquerels/milliliter")'],
  ['CNTS', '({counts},UCUM,"Counts")'],
  ['NONE', '(1,UCUM,"no units")'],
])('values of a PET image without uptake have their unit in the stored object: %s', async (term, unit) => {
  const [number] = await dumped([{ tag: 0x00541001, vr: 'CS', value: term }]);
  expect(number).toBe(`NUM:(,,"Value of the image")="200" ${unit}>`);
});

it.skipIf(!hasDicomData)('a length on ultrasound is in mm within its region, in the file as on the page', async () => {
  const source = await readFile(join(DICOM_DATA, 'US/deid-data__deid_data__data__ultrasounds__GREYSCALE_IMAGE.dcm'));
  const names = { sopClassUid: '1.2.840.10008.5.1.4.1.1.6.1', sopInstanceUid: '2.25.1', frame: 0, sha256: 'a' };
  const length = { trackingId: 'length 1', note: '', measure: 'length' as const };
  const across = (left: number, y: number) => [
    { x: left, y },
    { x: left + 307.2, y },
  ];
  const [within, beyond] = await measureMarks(
    [
      { ...length, ...names, trackingUid: '2.25.9', points: across(300, 400) },
      { ...length, ...names, trackingUid: '2.25.10', points: across(800, 400) },
    ],
    async () => source,
  );
  // 307.2 times the Physical Delta X of 0.0064904689685088313 cm.
  expect(within?.figures).toEqual([{ name: 'length', value: expect.closeTo(19.93872, 5), unit: 'mm' }]);
  expect(within?.spacing?.of).toBe('region');
  expect(beyond?.figures).toEqual([{ name: 'length', value: expect.closeTo(307.2, 9), unit: 'px' }]);
  expect(beyond?.spacing).toBeNull();
});

it('an angle on an image that tells only the shape of its pixels is that of the object', async () => {
  const angle = { trackingId: 'angle 1', trackingUid: '2.25.9', note: '', measure: 'angle' as const };
  const points = [
    { x: 1, y: 0 },
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  const measured = async (more: ElementToWrite[]) => {
    const names = { sopClassUid: PET, sopInstanceUid: '2.25.1', frame: 0, sha256: 'a' };
    const [mark] = await measureMarks([{ ...angle, ...names, points }], async () => petImage(more));
    return mark?.figures[0]?.value;
  };
  expect(await measured([{ tag: 0x00280034, vr: 'IS', value: '3\\2' }])).toBeCloseTo(
    (Math.atan(1.5) * 180) / Math.PI,
    9,
  );
  expect(await measured([])).toBeCloseTo(45, 9);
});
