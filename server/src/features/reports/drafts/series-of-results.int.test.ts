import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases, judgeAnalysis, reports, studies } from '@duai/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { pdfLines } from '../../../../../scripts/pdf-lines.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let radiologist: HttpClient;
let directory: string;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  directory = await mkdtemp(join(tmpdir(), 'series-of-results-'));
});
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

it('two volumes of one report tell their series: in draft and proposals, for verdicts, on paper and in DICOM', async () => {
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, {
    params,
    form: imagesForm([61, 62].flatMap((seed) => smallPhantom(seed).files)),
  });
  await server.waitForDraft(radiologist, caseId);
  await radiologist.call(cases.claimCase, { params });
  const reading = await radiologist.call(studies.getReading, { params });
  const { content, version } = reading.report!;
  const lines = content.findings.split('\n');
  const [one, other] = ['Lung phantom (1)', 'Lung phantom (2)'].map((series) =>
    lines.filter((line) => line.startsWith(`Seri ${series}: `)),
  );
  expect([one!.length, other!.length, lines.length]).toEqual([2, 2, 4]);
  expect(reading.proposals.map(({ tr }) => tr).sort()).toEqual([...lines].sort());
  expect(reading.proposals.filter(({ en }) => /^Series Lung phantom \([12]\): /.test(en))).toHaveLength(4);

  await checkReading(radiologist, caseId);
  const series = reading.studies.flatMap((study) => study.series);
  const rejected = reading.analyses.find((run) => run.isJudged && run.seriesId === series[1]!.id)!;
  const analysisId = rejected.id;
  await radiologist.call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict: 'rejected' } });
  const sign = async (findings: string, after: number) => {
    const body = { version: after, language: 'tr' as const, content: { ...content, ...WRITTEN, findings } };
    const saved = await radiologist.call(reports.saveReport, { params, body });
    const signature = { ...SIGNS, version: saved.version };
    return {
      version: saved.version,
      code: await codeOf(radiologist.call(reports.signReport, { params, body: signature })),
    };
  };
  const withSeries = await sign(lines.join('\n'), version);
  expect(withSeries.code).toBe('REPORT_KEEPS_REJECTED');
  // As it stood in drafts before series were named.
  const alone = await sign(other![1]!.replace('Seri Lung phantom (2): ', ''), withSeries.version);
  expect(alone.code).toBe('REPORT_KEEPS_REJECTED');
  expect((await sign(one!.join('\n'), alone.version)).code).toBe('ok');

  const paper = () => patient.send(reports.getReportPdf, { params });
  await expect.poll(async () => (await paper()).status).toBe(200);
  const told = pdfLines(new Uint8Array(await (await paper()).arrayBuffer()));
  expect(told.join('\n')).toMatch(/\(\d[\d.]+, seri Lung phantom \(1\)\): değerlendirildi; radyolog kabul etti/);
  expect(told.join('\n')).toMatch(/\(\d[\d.]+, seri Lung phantom \(2\)\): değerlendirildi; radyolog kabul etmedi/);
  const read = await patient.call(reports.getReport, { params });
  expect(read.places.map(({ line }) => line)).toEqual(one);

  const objects = unzipSync(
    new Uint8Array(await (await radiologist.send(reports.getReportObjects, { params })).arrayBuffer()),
  );
  const found = Object.keys(objects).filter((name) => name.startsWith('measurements-'));
  const dumped = await Promise.all(
    found.map(async (name) => {
      await writeFile(join(directory, name), objects[name]!);
      return spawnSync('dsrdump', ['+Pl', join(directory, name)], { encoding: 'utf8' }).stdout;
    }),
  );
  expect(dumped.join('\n')).toMatch(/ct\.lung-density [\d.]+, Lung phantom \(1\)\)/);
}, 120_000);
