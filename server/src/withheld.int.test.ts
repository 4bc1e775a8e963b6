import {
  accounts,
  cases,
  type Endpoint,
  marks,
  preliminaryReads,
  presentationStates,
  questions,
  reports,
  secondReads,
  studies,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WRITTEN } from '../../scripts/check-reading.ts';
import type { HttpClient } from '../../scripts/http-client.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { codeOf } from './testing/code-of.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const MARK = 'Nodül 12,34 mm, ilk okuyucu';
const ANSWER = 'Hastaya yanıt: küçük bir odak gördük.';
const QUESTION = 'Sağ üst lobdaki 12 mm nodül daha önce var mıydı?';
let server: TestServer;
let operator: HttpClient;
let first: HttpClient;
let second: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  [first, second] = [await server.staff('radiologist'), await server.staff('radiologist')];
});
afterAll(() => server.end());
const setRules = (isReadFirstForAll: boolean) =>
  operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll, secondReadPercent: 0 } });

/** All that a radiologist can read by GET; what lasts as long as its reader is left out. */
const readable = () =>
  (server.endpoints as Endpoint[]).filter(
    ({ audience, method, produces }) =>
      audience === 'radiologist' && method === 'GET' && produces !== 'text/event-stream',
  );

/** A case that the first reader has written, with a measurement, and what nobody else may learn of it. */
async function written() {
  const { caseId, reading, draft } = await createReportFactory(server, first).drafted(await server.patient());
  const params = { caseId };
  const image = reading.studies[0]!.series[0]!.instances[0]!;
  const points = [
    { x: 10, y: 10 },
    { x: 40, y: 40 },
  ];
  await first.call(marks.addMeasurement, {
    params,
    body: { imageId: image.id, frame: 0, measure: 'length', points, text: MARK },
  });
  const content = { ...draft.content, ...WRITTEN };
  await first.call(reports.saveReport, { params, body: { version: draft.version, language: 'tr', content } });
  const ofAi = reading.analyses.flatMap(({ algorithmId, result }) => [
    algorithmId,
    ...(result?.outcome === 'evaluated' ? result.overlays.map(({ slices }) => slices[0]!.runs) : []),
  ]);
  expect(ofAi.length).toBeGreaterThan(3);
  await first.call(questions.answerQuestion, { params, body: { text: ANSWER } });
  const { id: firstId } = (await first.call(accounts.getStaff)).user;
  await server.parts.db.drizzle.execute(
    sql`update cases set question = ${QUESTION}, question_by = ${firstId} where id = ${caseId}`,
  );
  const ofReader = [content.findings, content.impression, content.plainSummary, MARK, ANSWER, QUESTION];
  return { params: { ...params, instanceId: image.id, seriesId: reading.studies[0]!.series[0]!.id }, ofAi, ofReader };
}

/** What every route answers, as text. */
async function toldBy(who: HttpClient, params: Record<string, string>): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (const endpoint of readable()) {
    const answer = await who.send(endpoint, { params: params as never });
    told.set(endpoint.path, await answer.text());
  }
  return told;
}

const tellers = (told: Map<string, string>, secrets: readonly string[]): string[] =>
  [...told].flatMap(([path, text]) => {
    const said = secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
    return said.length > 0 ? [`${path}: ${said.join(' | ').slice(0, 200)}`] : [];
  });

/** Who drew in a presentation state is not known: it is withheld whether the case has one or not. */
const onAskingForStates = (who: HttpClient, { caseId, instanceId }: { caseId: string; instanceId: string }) =>
  Promise.all([
    codeOf(who.call(presentationStates.listOfCase, { params: { caseId } })),
    codeOf(who.call(presentationStates.openOfCase, { params: { caseId, instanceId } })),
  ]);

it('no route tells a blinded second reader what the first one or AI said', async () => {
  await setRules(false);
  const { params, ofAi, ofReader } = await written();
  await first.call(secondReads.askSecondRead, { params });
  await second.call(secondReads.takeSecondRead, { params });
  expect(readable().length).toBeGreaterThan(15);
  expect(tellers(await toldBy(second, params), [...ofAi, ...ofReader])).toEqual([]);
  expect(await onAskingForStates(second, params)).toEqual(['SECOND_READ_BLINDED', 'SECOND_READ_BLINDED']);
  const own = tellers(await toldBy(first, params), [...ofAi, ...ofReader]).join('\n');
  expect(own).toContain(studies.getReading.path);
});

it('no route tells a reader of read-first mode what AI said before the own preliminary read', async () => {
  await setRules(true);
  const { caseId, reading } = await createReportFactory(server, first).drafted(await server.patient());
  expect(reading.isAiWithheld).toBe(true);
  await first.call(cases.releaseCase, { params: { caseId } });
  await setRules(false);
  const seen = await first.call(studies.getReading, { params: { caseId } });
  await first.call(questions.answerQuestion, { params: { caseId }, body: { text: ANSWER } });
  await first.call(cases.claimCase, { params: { caseId } });
  await first.call(cases.sendCaseBack, { params: { caseId }, body: { question: QUESTION } });
  const ofColleague = [ANSWER, QUESTION];
  await setRules(true);
  const series = seen.studies[0]!.series[0]!;
  const params = { caseId, seriesId: series.id, instanceId: series.instances[0]!.id };
  const ofAi = seen.analyses.flatMap(({ algorithmId, result }) => [
    algorithmId,
    ...(result?.outcome === 'evaluated' ? result.overlays.map(({ slices }) => slices[0]!.runs) : []),
  ]);
  expect(ofAi.length).toBeGreaterThan(3);
  const proposed = seen.report!.content.findings.split('\n').filter((line) => line.trim() !== '');
  expect(tellers(await toldBy(second, params), [...ofAi, ...proposed, ...ofColleague])).toEqual([]);
  // What they wrote themselves stays theirs.
  const own = await first.call(studies.getReading, { params: { caseId } });
  expect([own.isAiWithheld, own.case.question]).toEqual([true, QUESTION]);
  const thread = await first.call(questions.listQuestionsForStaff, { params: { caseId } });
  expect(thread.map(({ text }) => text)).toEqual([ANSWER]);
  expect(await onAskingForStates(second, params)).toEqual(['READ_FIRST', 'READ_FIRST']);
});

/** Answers about many cases, from which nobody reads an opinion on one: the list shows its flag to whom AI is not withheld. */
const LISTS: readonly string[] = [cases.getWorklist.path];

it('every route that tells what AI or another reader said leaves a trace, and its caller reads no more blinded', async () => {
  await setRules(false);
  const { params, ofAi, ofReader } = await written();
  const bystander = await server.staff('radiologist');
  const { drizzle } = server.parts.db;
  const { id } = (await bystander.call(accounts.getStaff)).user;
  const tracesLeft = async () =>
    (await drizzle.execute(sql`delete from opinions_seen where staff_id = ${id} returning case_id`)).rows.length;
  const silent: string[] = [];
  let telling = 0;
  for (const endpoint of readable()) {
    const told = await (await bystander.send(endpoint, { params: params as never })).text();
    const traces = await tracesLeft();
    if (LISTS.includes(endpoint.path)) continue;
    if (tellers(new Map([[endpoint.path, told]]), [...ofAi, ...ofReader]).length === 0) continue;
    telling += 1;
    if (traces === 0) silent.push(endpoint.path);
  }
  expect(silent).toEqual([]);
  expect(telling).toBeGreaterThan(3);
});
