import { cases, judgeAnalysis, LIMITS, measureRegion, type Region, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCIUM_SQUARES, writeCtOfSquares } from '../../algorithms/src/testing/ct-phantom.ts';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { codeOf } from './testing/code-of.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let radiologist: HttpClient;
let caseId: string;
let seriesId: string;
let images: { sopInstanceUid: string; frame: number }[];

const reading = () => radiologist.call(studies.getReading, { params: { caseId } });

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  const patient = await server.patient();
  caseId = await server.openCase(patient);
  const files = writeCtOfSquares({ squares: CALCIUM_SQUARES });
  const form = imagesForm(files.map((bytes, at) => ({ name: `${at}.dcm`, bytes })));
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
  await server.waitForDraft(radiologist, caseId);
  const [series] = (await reading()).studies[0]!.series;
  seriesId = series!.id;
  images = series!.instances.map(({ sopInstanceUid }) => ({ sopInstanceUid: sopInstanceUid!, frame: 0 }));
}, 120_000);
afterAll(() => server.end());

const ALL = { shape: 'rectangle', from: { x: 0, y: 0 }, to: { x: 64, y: 64 } } as const;
const measure = (region: Region, algorithmId = 'ct.agatston', by = radiologist) =>
  by.call(measureRegion, { params: { caseId, seriesId }, body: { algorithmId, region } });

/** Waits until the run has ended. */
const ended = (analysisId: string) =>
  waitFor(
    async () => {
      const run = (await reading()).analyses.find(({ id }) => id === analysisId);
      return run && !['planned', 'running'].includes(run.status) ? run : undefined;
    },
    60_000,
    () => `the run ${analysisId} does not end`,
  );

describe('a region that a radiologist outlines', () => {
  it('is measured by nobody before the case is claimed', async () => {
    expect(await codeOf(measure({ ...ALL, images }))).toBe('CASE_NOT_CLAIMED');
    await radiologist.call(cases.claimCase, { params: { caseId } });
    const colleague = await server.staff('radiologist');
    expect(await codeOf(measure({ ...ALL, images }, 'ct.agatston', colleague))).toBe('CASE_CLAIMED');
  });

  it('[CAT-013] gives the Agatston score calculated by hand, with its mask, frozen and stored with the region', async () => {
    const { drizzle } = server.parts.db;
    await drizzle.execute(sql`update cases set claim_active_at = now() - interval '1 hour' where id = ${caseId}`);
    const { analysisId } = await measure({ ...ALL, images });
    // Whoever measures works on the case: the claim does not run out.
    const { rows: claims } = await drizzle.execute(
      sql`select claim_active_at > now() - interval '1 minute' as kept from cases where id = ${caseId}`,
    );
    expect(claims).toEqual([{ kept: true }]);
    const run = await ended(analysisId);
    expect(run).toMatchObject({ status: 'evaluated', algorithmId: 'ct.agatston', seriesId });
    expect(run.measurements.find(({ code }) => code === 'AGATSTON_SCORE')!.value).toBeCloseTo(41, 6);
    expect(run.sentences.findings[0]).toMatch(/^Agatston score of the region 41 /);
    expect(run.places[0]).toMatchObject({ frame: 0 });
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select region, frozen_at from analyses where id = ${analysisId}`,
    );
    expect(rows).toMatchObject([{ region: { ...ALL, images }, frozen_at: expect.anything() }]);
    await radiologist.call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict: 'accepted' } });
  });

  it('is measured once for each of many wishes that come at once', async () => {
    const wishes = Array.from({ length: 30 }, () =>
      measure({ ...ALL, images: images.slice(0, 1) }, 'ct.roi-attenuation'),
    );
    const ids = (await Promise.all(wishes)).map(({ analysisId }) => analysisId);
    expect(new Set(ids).size).toBe(30);
    for (const id of ids) await ended(id);
  });

  it('is refused where its mask cannot be read', async () => {
    const { sopInstanceUid } = images[0]!;
    const mask = (runs: string) =>
      measure({ shape: 'mask', columns: 64, rows: 64, slices: [{ sopInstanceUid, frame: 0, runs }] });
    expect(await codeOf(mask('!!'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(mask('_____F'))).toBe('VALIDATION_FAILED');
  });

  it('is measured as often as wished, each time as a result of its own', async () => {
    const first = await measure({ ...ALL, to: { x: 23, y: 64 }, images: images.slice(0, 1) });
    const second = await measure({ ...ALL, tissue: 'fat', images: images.slice(0, 1) }, 'ct.roi-attenuation');
    expect((await ended(first.analysisId)).measurements[0]!.value).toBeCloseTo(13, 6);
    expect(await ended(second.analysisId)).toMatchObject({
      status: 'not-evaluable',
      sentences: { findings: ['The region holds no pixel that is measured.'] },
    });
    const scores = (await reading()).analyses.filter(({ algorithmId }) => algorithmId === 'ct.agatston');
    expect(scores).toHaveLength(2);
  });

  it('on images of another series is told with the reason, and an algorithm that measures none is not found', async () => {
    const elsewhere = { ...ALL, images: [{ sopInstanceUid: '2.25.1', frame: 0 }] };
    const { analysisId } = await measure(elsewhere);
    expect(await ended(analysisId)).toMatchObject({
      status: 'not-applicable',
      reason: 'The region is not on images of this series.',
    });
    expect(await codeOf(measure({ ...ALL, images }, 'ct.lung-density'))).toBe('NOT_FOUND');
  });

  it('is measured so many times in a study and no more', async () => {
    const { analysisId } = await measure({ ...ALL, images: images.slice(0, 1) }, 'ct.roi-attenuation');
    await ended(analysisId);
    await server.parts.db.drizzle.execute(sql`
      insert into analyses
        (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, region)
      select gen_random_uuid(), study_id, series_id, submission, algorithm_id, algorithm_version, 'planned', region
      from analyses a, generate_series(1, ${LIMITS.measurementsPerCase}) where a.id = ${analysisId}`);
    expect(await codeOf(measure({ ...ALL, images: images.slice(0, 1) }, 'ct.roi-attenuation'))).toBe(
      'TOO_MANY_MEASUREMENTS',
    );
  });
});
