import { evaluation as proof, scans as scanContract } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: HttpClient;
let readers: HttpClient[];
let scans: scanContract.Scan[];
let question: proof.Question;
beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('okuma'));
  readers = [];
  for (const name of ['okuyan-bir', 'okuyan-iki']) readers.push(await factory.member(admin, name, 'reader'));
  for (let at = 0; at < 4; at += 1) await factory.upload(admin);
  scans = await factory.settled(admin);
  // Every study is positive, because the threshold is below any density.
  question = await admin.call(proof.createQuestion, {
    body: {
      name: 'Density',
      algorithmId: 'ct.lung-density',
      positiveWhen: { kind: 'measurement', code: 'MEAN_LUNG_DENSITY', direction: 'at-least', threshold: -2000 },
    },
  });
}, 120_000);
afterAll(() => server.end());

const judge = (client: HttpClient, scan: number, verdict: 'agree' | 'disagree' | null) =>
  client.call(proof.setVerdict, {
    params: { scanId: scans[scan]!.id },
    body: { algorithmId: 'ct.lung-density', code: 'MEAN_LUNG_DENSITY', questionId: question.id, verdict },
  });
const own = async (client: HttpClient) =>
  new Map((await client.call(proof.listVerdicts)).rows.map(({ scanId, verdict }) => [scanId, verdict]));
const figures = async () => (await admin.call(proof.listProofs)).proofs[0]!;
const caseOf = async (scan: number) =>
  (await admin.call(proof.listProofCases, { params: { questionId: question.id } })).rows.find(
    ({ scanId }) => scanId === scans[scan]!.id,
  );

describe('readers of an institution', () => {
  it('open studies and give verdicts, each their own, and are not told what another one said', async () => {
    const [one, other] = readers as [HttpClient, HttpClient];
    expect((await one.call(scanContract.listStudies)).rows).toHaveLength(4);
    expect((await one.call(scanContract.getScan, { params: { scanId: scans[0]!.id } })).scan.id).toBe(scans[0]!.id);
    for (const [scan, verdict] of (['agree', 'agree', 'disagree', 'agree'] as const).entries())
      await judge(one, scan, verdict);
    for (const [scan, verdict] of (['agree', 'disagree', 'disagree', 'agree'] as const).entries())
      await judge(other, scan, verdict);
    // A second verdict replaces only the first one by the same reader.
    await judge(other, 3, 'disagree');
    await judge(other, 3, null);
    await judge(other, 3, 'agree');
    expect([...(await own(one)).values()].sort()).toEqual(['agree', 'agree', 'agree', 'disagree']);
    expect((await own(one)).get(scans[1]!.id)).toBe('agree');
    expect((await own(other)).get(scans[1]!.id)).toBe('disagree');
    const { rows } = await admin.call(proof.listVerdicts);
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map(({ reader, isOwn }) => `${reader} ${isOwn}`))).toEqual(
      new Set(['okuyan-bir false', 'okuyan-iki false']),
    );
    expect(await codeOf(one.call(proof.listProofs))).toBe('FORBIDDEN');
    expect(await codeOf(one.call(scanContract.deleteScan, { params: { scanId: scans[0]!.id } }))).toBe('FORBIDDEN');
  });

  it('agree by Cohen’s kappa, as worked out by hand; where they differ there is no truth', async () => {
    // Both yes 2, only the first 1, both no 1: observed 3/4, by chance 3/4 · 2/4 + 1/4 · 2/4 = 1/2, kappa 1/2.
    const { readers: agreement, evaluated } = await figures();
    expect(agreement).toMatchObject({ method: 'cohen', readers: 2, studies: 4, unanimous: 3 });
    expect(agreement!.kappa!.value).toBeCloseTo(0.5, 12);
    expect(evaluated).toBe(3);
    expect(await caseOf(1)).toMatchObject({ verdict: null, ownVerdict: null, readers: 2 });
    expect(await caseOf(2)).toMatchObject({ verdict: 'disagree', ownVerdict: null, readers: 2 });
  });

  it('agree by Fleiss’ kappa once a third one judges', async () => {
    await judge(admin, 0, 'agree');
    await judge(admin, 2, 'agree');
    expect(await caseOf(2)).toMatchObject({ verdict: null, ownVerdict: 'agree', readers: 3 });
    // 10 ratings of 4 studies, 7 yes; split 1/2 + 2/3; by chance 6 · 0.7 · 0.3.
    const { readers: agreement } = await figures();
    expect(agreement).toMatchObject({ method: 'fleiss', readers: 3, studies: 4, unanimous: 2 });
    expect(agreement!.kappa!.value).toBeCloseTo(1 - (1 / 2 + 2 / 3) / (6 * 0.7 * 0.3), 12);
  });
});
