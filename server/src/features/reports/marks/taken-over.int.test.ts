import { spawnSync } from 'node:child_process';
import { accounts, cases, LIMITS, marks, preliminaryReads, reports, secondReads, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let first: HttpClient;
let second: HttpClient;
let readFirst: HttpClient;
const ids = new Map<HttpClient, string>();
beforeAll(async () => {
  server = await startTestServer();
  const operator = await server.staff('operator');
  [first, second, readFirst] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
  for (const one of [first, second, readFirst]) ids.set(one, (await one.call(accounts.getStaff)).user.id);
  const userId = ids.get(readFirst)!;
  await operator.call(preliminaryReads.setReadFirst, { params: { userId }, body: { isReadFirst: true } });
}, 60_000);
afterAll(() => server.end());

type Params = { caseId: string };
const nameOf = async (who: HttpClient) => (await who.call(accounts.getStaff)).user.name;
const takeOver = (who: HttpClient, params: Params) =>
  who.call(cases.takeCaseOver, { params, body: { reason: 'agreed' } });
const list = async (who: HttpClient, params: Params) =>
  (await who.call(marks.listMeasurements, { params })).map(({ text, isOwn }) => `${text}${isOwn ? ', own' : ''}`);
const remove = (who: HttpClient, { caseId }: Params, measurementId: string) =>
  codeOf(who.call(marks.removeMeasurement, { params: { caseId, measurementId } }));

/** A case that the first reader has claimed, written and measured: two lengths. */
async function measured() {
  const begun = await createReportFactory(server, first).drafted(await server.patient());
  const params = { caseId: begun.caseId };
  const [image] = begun.reading.studies[0]!.series[0]!.instances;
  const add = (who: HttpClient, mm: number) =>
    who.call(marks.addMeasurement, {
      params,
      body: {
        ...{ imageId: image!.id, frame: 0, measure: 'length', text: `${mm} mm` },
        points: [
          { x: 0, y: 1 },
          { x: mm, y: 1 },
        ],
      },
    });
  const drawn = [await add(first, 5), await add(first, 7)];
  const { version } = await first.call(reports.saveReport, {
    params,
    body: { version: begun.draft.version, language: 'tr', content: { ...begun.draft.content, ...WRITTEN } },
  });
  return { params, version, drawn, add };
}

/** Observer, verifying person, and tracking identifiers of each SR with a reader's measurements, read by DCMTK. */
async function measurementObjects(params: Params) {
  const files = await waitFor(
    async () => {
      const answer = await second.send(reports.getReportObjects, { params });
      return answer.ok ? unzipSync(new Uint8Array(await answer.arrayBuffer())) : undefined;
    },
    60_000,
    () => 'no objects',
  );
  return Object.entries(files)
    .filter(([name]) => name.startsWith('reader-measurements'))
    .map(([name, bytes]) => {
      const { stdout } = spawnSync('dsrdump', ['+Psu', '-'], { input: bytes, encoding: 'utf8' });
      return {
        isNumbered: /-\d\.dcm$/.test(name),
        observer: /Person Observer Name[^=]*="([^"]*)"/.exec(stdout)?.[1],
        verifier: /^Verifying Observers : .*, (.*), DUAI$/m.exec(stdout)?.[1],
        tracking: [...stdout.matchAll(/Tracking Identifier[^=]*="([^"]*)"/g)].map(([, told]) => told),
      };
    });
}

it('who takes a case over gets the measurements of its draft with the name of who measured: to remove, not to change', async () => {
  const { params, drawn, add, version } = await measured();
  expect(await list(second, params)).toEqual([]);
  await takeOver(second, params);
  expect(await list(second, params)).toEqual(['5 mm', '7 mm']);
  const [one] = await second.call(marks.listMeasurements, { params });
  expect(one!.measuredBy).toBe(await nameOf(first));
  await add(second, 9);
  // Who has given it away keeps sight of the own ones alone, and can no longer remove.
  expect(await list(first, params)).toEqual(['5 mm, own', '7 mm, own']);
  expect(await remove(first, params, drawn[0]!.id)).toBe('CASE_CLAIMED');
  const of = { caseId: params.caseId, measurementId: drawn[0]!.id };
  const body = { points: drawn[1]!.points, text: '7 mm' };
  expect(await codeOf(second.call(marks.moveMeasurement, { params: of, body }))).toBe('NOT_FOUND');
  expect(await codeOf(second.call(marks.annotateMeasurement, { params: of, body: { text: 'a' } }))).toBe('NOT_FOUND');
  expect(await remove(second, params, drawn[0]!.id)).toBe('ok');
  expect(await list(second, params)).toEqual(['7 mm', '9 mm, own']);
  const { rows } = await server.parts.db.drizzle.execute(
    sql`select actor_id, details from audit_events where action = 'reports.remove-measurement' and subject_id = ${params.caseId}`,
  );
  expect(rows).toEqual([{ actor_id: ids.get(second), details: { from: ids.get(first) } }]);

  await checkReading(second, params.caseId);
  await second.call(reports.signReport, { params, body: { ...SIGNS, version } });
  const [signer, colleague] = [await nameOf(second), await nameOf(first)];
  expect(await measurementObjects(params)).toEqual([
    { isNumbered: false, observer: signer, verifier: signer, tracking: ['length 2'] },
    { isNumbered: true, observer: colleague, verifier: signer, tracking: ['length 1'] },
  ]);
  // Of a signature from before, the signer's own: nobody has looked at the others.
  await server.parts.db.drizzle.execute(
    sql`update reading_measurements set in_signature = false where staff_id = ${ids.get(first)}`,
  );
  expect((await measurementObjects(params)).map(({ observer }) => observer)).toEqual([signer]);
}, 120_000);

it('the limits count what a reader sees and can remove', async () => {
  const { params, drawn, add } = await measured();
  await server.parts.db.drizzle.execute(sql`
    insert into reading_measurements
    select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from reading_measurements m, generate_series(1, ${LIMITS.measurementsPerCase - 2}) where m.id = ${drawn[0]!.id}`);
  expect(await codeOf(add(first, 9))).toBe('TOO_MANY_MEASUREMENTS');
  await takeOver(second, params);
  expect(await codeOf(add(second, 9))).toBe('TOO_MANY_MEASUREMENTS');
  expect(await remove(second, params, drawn[1]!.id)).toBe('ok');
  expect(await codeOf(add(second, 9))).toBe('ok');
  await takeOver(readFirst, params);
  expect(await codeOf(add(readFirst, 9))).toBe('ok');
}, 60_000);

it('who reads first gets them with the draft, after the own preliminary read', async () => {
  const { params, drawn, version } = await measured();
  await takeOver(readFirst, params);
  expect(await list(readFirst, params)).toEqual([]);
  expect(await remove(readFirst, params, drawn[0]!.id)).toBe('NOT_FOUND');
  const { report } = await readFirst.call(studies.getReading, { params });
  const content = { ...report!.content, ...WRITTEN, findings: 'Kendi bulgularım.' };
  const saved = await readFirst.call(reports.saveReport, { params, body: { version, language: 'tr', content } });
  await readFirst.call(preliminaryReads.savePreliminary, { params, body: { version: saved.version } });
  expect(await list(readFirst, params)).toEqual(['5 mm', '7 mm']);
}, 60_000);

it('a blinded second reader gets none with the case, and nobody gets theirs, until the opinion is written', async () => {
  const { params, add, drawn } = await measured();
  await first.call(secondReads.askSecondRead, { params });
  await second.call(secondReads.takeSecondRead, { params });
  await takeOver(second, params);
  expect(await list(second, params)).toEqual([]);
  expect(await remove(second, params, drawn[0]!.id)).toBe('NOT_FOUND');
  await add(second, 9);
  await takeOver(first, params);
  expect(await list(first, params)).toEqual(['5 mm, own', '7 mm, own']);
  // A third reader could still become the second one, and sees none either.
  const third = await server.staff('radiologist');
  expect(await list(third, params)).toEqual([]);
  await takeOver(third, params);
  expect(await list(third, params)).toEqual([]);
  await takeOver(first, params);
  const opinion = { language: 'tr' as const, findings: 'Nodül.', impression: 'Takip.' };
  await second.call(secondReads.saveSecondRead, { params, body: opinion });
  expect(await list(first, params)).toEqual(['5 mm, own', '7 mm, own', '9 mm']);
  // Who decides between the opinions gets what every other reader gets who does not have the case.
  await second.call(secondReads.compareSecondRead, { params, body: { agreement: 'minor-difference' } });
  expect(await list(third, params)).toEqual([]);
}, 60_000);

it('who was shown measurements with a draft can no longer read it blinded', async () => {
  const { params } = await measured();
  await takeOver(second, params);
  await list(second, params);
  await takeOver(first, params);
  await first.call(secondReads.askSecondRead, { params });
  expect(await codeOf(second.call(secondReads.takeSecondRead, { params }))).toBe('SECOND_READ_SEEN');
}, 60_000);
