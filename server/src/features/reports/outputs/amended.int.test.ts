import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reports } from '@duai/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { type FhirEntry, fhirProblems } from '../../../testing/fhir.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

type Json = Record<string, { Value?: unknown[] }>;
type Edition = Record<string, Uint8Array>;

let server: TestServer;
let radiologist: HttpClient;
let directory: string;
/** The objects as first signed, with an addendum, and with a correction after it. */
let editions: readonly Edition[];
let addenda: { text: string; signedBy: string; signedAt: string }[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'amended-'));
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  const { caseId } = await createReportFactory(server, radiologist).signed(await server.patient());
  const params = { caseId };
  const archive = () =>
    waitFor(
      async () => {
        const answer = await radiologist.send(reports.getReportObjects, { params });
        return answer.ok ? unzipSync(new Uint8Array(await answer.arrayBuffer())) : undefined;
      },
      60_000,
      () => 'no objects',
    );
  const signed = await archive();
  const add = async (text: string, kind: 'supplement' | 'correction') => {
    addenda = (await radiologist.call(reports.addAddendum, { params, body: { text, kind, ...SIGNS } })).addenda;
    return archive();
  };
  editions = [signed, await add('Ek bilgi.', 'supplement'), await add('Sağ değil, sol.', 'correction')];
}, 120_000);
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

/** Read by DCMTK. */
async function readBack(of: Edition, name: string): Promise<Json> {
  const path = join(directory, `${editions.indexOf(of)}-${name}`);
  await writeFile(path, of[name]!);
  const checked = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
  expect(`${checked.stdout}${checked.stderr}`.match(/^Error.*/gm) ?? [], name).toEqual([]);
  return JSON.parse(spawnSync('dcm2json', [path], { encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout) as Json;
}
const items = (of: Json, tag: string): Json[] => (of[tag]?.Value ?? []) as Json[];
const first = (of: Json, tag: string): unknown => of[tag]?.Value?.[0];

it('a report with addenda is a new object that names the editions before it, and is verified when its addenda were signed', async () => {
  const read = await Promise.all(editions.map((edition) => readBack(edition, 'report.dcm')));
  const uids = read.map((report) => first(report, '00080018'));
  expect(new Set(uids).size).toBe(3);
  const predecessors = read.map((report) =>
    items(report, '0040A360').flatMap((study) => {
      expect(first(study, '0020000D')).toBe(first(report, '0020000D'));
      return items(study, '00081115').flatMap((series) =>
        items(series, '00081199').map((document) => first(document, '00081155')),
      );
    }),
  );
  expect(predecessors).toEqual([[], [uids[0]], [uids[0], uids[1]]]);
  const verified = read.map((report) => items(report, '0040A073').map((each) => String(first(each, '0040A030'))));
  expect(verified.map(({ length }) => length)).toEqual([1, 2, 3]);
  for (const [at, { signedAt }] of addenda.entries()) {
    const inHouseTime = new Date(Date.parse(signedAt) + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
    expect(verified[at + 1]!.at(-1)).toBe(`${inHouseTime}+0300`);
  }
  const text = JSON.stringify(read[2]);
  expect(text).toContain(`Ek rapor, düzeltme: Sağ değil, sol.\\n${addenda[1]!.signedBy}, ${addenda[1]!.signedAt}`);
});

it('the measurements and masks of a signature are the same objects whatever is added', () => {
  const others = (edition: Edition) =>
    Object.fromEntries(Object.entries(edition).filter(([name]) => /^(measurements|segmentation)/.test(name)));
  expect(Object.keys(others(editions[0]!)).length).toBeGreaterThan(1);
  for (const edition of editions) expect(others(edition)).toEqual(others(editions[0]!));
});

it('the FHIR report tells the correction with what it corrects, and when it was issued', () => {
  const reportOf = (edition: Edition) => {
    const bundle = JSON.parse(Buffer.from(edition['fhir-bundle.json']!).toString()) as { entry: FhirEntry[] };
    expect(fhirProblems(bundle)).toEqual([]);
    return bundle.entry.map(({ resource }) => resource).find((each) => each.resourceType === 'DiagnosticReport')!;
  };
  const [signed, , corrected] = editions.map(reportOf);
  expect([signed!.status, corrected!.status]).toEqual(['final', 'corrected']);
  expect(corrected!.issued).toBe(addenda[1]!.signedAt);
  const later = addenda.map(
    ({ text, signedBy, signedAt }, at) =>
      `${['Ek rapor', 'Ek rapor, düzeltme'][at]}: ${text}\n${signedBy}, ${signedAt}`,
  );
  expect(corrected!.conclusion).toBe([signed!.conclusion, ...later].join('\n\n'));
});
