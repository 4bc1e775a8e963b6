import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'duai-series-check-'));
let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;

beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('denetci'));
});
afterAll(async () => {
  await server.end();
  rmSync(dir, { recursive: true, force: true });
});

/** Another header, written by DCMTK: a tag and its value each. */
function changed(bytes: Uint8Array, elements: Readonly<Record<string, string>>): Uint8Array {
  const path = join(dir, 'changed.dcm');
  writeFileSync(path, bytes);
  const changes = Object.entries(elements).flatMap(([tag, value]) => ['-i', `(${tag})=${value}`]);
  execFileSync('dcmodify', ['-nb', '-imt', ...changes, path]);
  return new Uint8Array(readFileSync(path));
}

const KERNEL = '0018,1210';
const LOCALISER = {
  '0008,0018': '2.25.77',
  '0008,0008': 'ORIGINAL\\PRIMARY\\LOCALIZER',
  '0020,0037': '1\\0\\0\\0\\0\\-1',
  '0018,0050': '400',
};

it('a study as a scanner sends it, with a localiser in the series, two kernels and text in the pixels, is told so, slice by slice; no verdict is asked', async () => {
  const whole = chestPhantom({ slices: 16, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 15, seed: 71 });
  const files = whole.files.map(({ name, bytes }, at) => ({
    name,
    bytes: changed(bytes, { [KERNEL]: at < 8 ? 'B40f' : 'B70f', ...(at === 4 && { '0028,0301': 'YES' }) }),
  }));
  files.push({ name: 'localiser.dcm', bytes: changed(whole.files[0]!.bytes, { ...LOCALISER, [KERNEL]: 'T20f' }) });
  const { scan, refused } = await factory.upload(admin, files);
  expect(refused).toBeUndefined();
  await factory.settled(admin);
  const { analyses, findings, studies } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  const run = analyses.find(({ algorithmId }) => algorithmId === 'qc.series')!;
  if (run.result?.outcome !== 'evaluated') throw new Error('it is evaluated');
  const told = Object.fromEntries(run.result.findings.map(({ code, params }) => [code, params]));
  expect(told).toMatchObject({
    LOCALISER_MIXED_IN: { count: 1 },
    // That of the localiser does not count.
    MIXED_KERNEL: { count: 2 },
    BURNT_IN_ANNOTATION: { count: 1 },
  });
  expect(Object.keys(told)).toHaveLength(3);

  // Each sentence leads to the image that it is about.
  const images = studies[0]!.series[0]!.instances.map(({ sopInstanceUid }) => sopInstanceUid);
  const placeOf = (sentence: string) =>
    run.places[run.sentences.findings.findIndex((each) => each.startsWith(sentence))];
  expect(placeOf('Localiser images among the slices: 1')).toMatchObject({ sopInstanceUid: LOCALISER['0008,0018'] });
  const annotated = placeOf('Burned-in text is declared')!;
  expect(annotated.sopInstanceUid).not.toBe(LOCALISER['0008,0018']);
  expect(images).toContain(annotated.sopInstanceUid);

  expect(run.isJudged).toBe(false);
  const own = findings.filter(({ analysisId }) => analysisId === run.id);
  expect(own).toHaveLength(3);
  expect(own.filter(({ isJudged }) => isJudged)).toEqual([]);
});

it('a faultless study beside it is told none of this', async () => {
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  const run = analyses.find(({ algorithmId }) => algorithmId === 'qc.series')!;
  expect(run.result).toMatchObject({ outcome: 'evaluated', findings: [{ code: 'NO_PROBLEM' }] });
});
