import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countMarked, encodeRuns, given, judgeAnalysis, marks, type Overlay, reports } from '@duai/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duai-signed-masks-'));
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
}, 120_000);
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

interface Attribute {
  Value?: unknown[];
  InlineBinary?: string;
}

/** A segmentation as DCMTK reads it; `marked`: bits that are set. dciodvfy must accept it. */
async function readBack(name: string, bytes: Uint8Array) {
  const path = join(directory, name);
  await writeFile(path, bytes);
  const verified = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
  expect(`${verified.stdout}${verified.stderr}`.match(/^Error.*/gm) ?? []).toEqual([]);
  const { stdout } = spawnSync('dcm2json', [path], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const object = JSON.parse(stdout) as Record<string, Attribute>;
  const first = (of: Record<string, Attribute>, tag: string) => of[tag]?.Value?.[0];
  const bits = Buffer.from(object['7FE00010']?.InlineBinary ?? '', 'base64');
  return {
    creator: first(object, '00700084'),
    segments: ((object['00620002']?.Value ?? []) as Record<string, Attribute>[]).map((segment) => ({
      label: first(segment, '00620005'),
      type: first(segment, '00620008'),
      algorithm: first(segment, '00620009'),
    })),
    marked: bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0),
  };
}

/** The segmentations of a case that was signed with this verdict, after a reader left each mask with these runs. */
async function signed(
  verdict: 'accepted' | 'corrected' | 'rejected',
  left: ((mask: Overlay) => Overlay['slices'][number]['runs']) | null,
) {
  const { caseId, reading, draft } = await createReportFactory(server, radiologist).drafted(await server.patient());
  const params = { caseId };
  const drawn = reading.analyses.flatMap((run) =>
    (run.result?.outcome === 'evaluated' ? run.result.overlays : [])
      .filter(({ kind }) => kind !== 'heat')
      .map((mask) => ({ run, mask })),
  );
  const { run, mask } = given(drawn[0], 'a result with a mask');
  expect(drawn).toHaveLength(1);
  if (left) {
    const { code, columns, rows, slices } = mask;
    const body = { analysisId: run.id, code, base: 0 };
    const changed = slices.map((slice) => ({ ...slice, runs: left(mask) }));
    await radiologist.call(marks.correctMask, { params, body: { ...body, mask: { columns, rows, slices: changed } } });
  }
  await checkReading(radiologist, caseId);
  await radiologist.call(judgeAnalysis, { params: { ...params, analysisId: run.id }, body: { verdict } });
  const findings = verdict === 'accepted' ? draft.content.findings : 'Kendi bulgularım.';
  const content = { ...draft.content, ...WRITTEN, findings };
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'tr', content },
  });
  await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } });
  const files = await waitFor(
    async () => {
      const answer = await radiologist.send(reports.getReportObjects, { params });
      return answer.ok ? unzipSync(new Uint8Array(await answer.arrayBuffer())) : undefined;
    },
    60_000,
    () => 'no objects',
  );
  const written = Object.entries(files).filter(([name]) => name.startsWith('segmentation'));
  const segmentations = await Promise.all(written.map(([name, bytes]) => readBack(name, bytes)));
  /** Which of the objects with numbers name the algorithm. */
  const numbersIn = Object.entries(files).flatMap(([name, bytes]) =>
    /^(measurements|fhir)/.test(name) && Buffer.from(bytes).includes(run.algorithmId) ? [name.slice(0, 4)] : [],
  );
  return { run, mask, segmentations, numbersIn };
}

const sevenPixels = ({ columns, rows }: Overlay) => encodeRuns(new Uint8Array(columns * rows).fill(1, 10, 17));

it('a signed segmentation holds the mask of the algorithm where no reader corrected it', async () => {
  const { run, mask, segmentations, numbersIn } = await signed('accepted', null);
  expect(numbersIn).toEqual(['fhir', 'meas']);
  const algorithm = `${run.algorithmId} ${run.algorithmVersion}`;
  expect(segmentations).toEqual([
    {
      creator: undefined,
      segments: [{ label: mask.code, type: 'AUTOMATIC', algorithm }],
      marked: mask.slices.reduce((sum, { runs }) => sum + countMarked(runs), 0),
    },
  ]);
}, 120_000);

it.each(['accepted', 'corrected'] as const)(
  'a signed segmentation holds the mask that a reader drew, and says so (%s)',
  async (verdict) => {
    const { run, mask, segmentations } = await signed(verdict, sevenPixels);
    const algorithm = `${run.algorithmId} ${run.algorithmVersion}`;
    expect(segmentations).toEqual([
      {
        creator: { Alphabetic: expect.stringMatching(/\S/) },
        segments: [{ label: mask.code, type: 'SEMIAUTOMATIC', algorithm }],
        marked: 7 * mask.slices.length,
      },
    ]);
  },
  120_000,
);

it.each([
  ['accepted', () => ''],
  ['corrected', null],
  ['rejected', null],
  ['rejected', sevenPixels],
] as const)(
  'there is no segmentation of a mask that was emptied, nor of a result that was not accepted, and no number of such a result (%s)',
  async (verdict, left) => {
    const { segmentations, numbersIn } = await signed(verdict, left);
    expect(segmentations).toEqual([]);
    expect(numbersIn).toEqual(verdict === 'accepted' ? ['fhir', 'meas'] : []);
  },
  120_000,
);
