import { accounts, cases, preliminaryReads, reports, secondReads, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let first: HttpClient;
let second: HttpClient;
let readFirst: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  [first, second, readFirst] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
  const { user } = await readFirst.call(accounts.getStaff);
  await operator.call(preliminaryReads.setReadFirst, { params: { userId: user.id }, body: { isReadFirst: true } });
});
afterAll(() => server.end());

const OPINION = { language: 'tr' as const, findings: 'Sağ akciğerde 8 mm nodül.', impression: 'Takip önerilir.' };
const TAKES_OVER = { reason: 'urgent' as const };

/** A case that the first reader has written, with the sentences of AI in it. */
async function written() {
  const patient = await server.patient();
  const { caseId, draft } = await createReportFactory(server, first).drafted(patient);
  const params = { caseId };
  const content = { ...draft.content, impression: WRITTEN.impression, plainSummary: WRITTEN.plainSummary };
  const { version } = await first.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'tr', content },
  });
  const sentence = content.findings.split('\n').find((line) => line.trim() !== '')!;
  return { params, patient, content, version, sentence };
}
type Params = { caseId: string };
const ask = (who: HttpClient, params: Params) => who.call(secondReads.askSecondRead, { params });
const take = (who: HttpClient, params: Params) => who.call(secondReads.takeSecondRead, { params });
const write = (who: HttpClient, params: Params) => who.call(secondReads.saveSecondRead, { params, body: OPINION });
const compare = (who: HttpClient, params: Params, agreement: (typeof reports.AGREEMENTS)[number]) =>
  who.call(secondReads.compareSecondRead, { params, body: { agreement } });
const decide = (who: HttpClient, params: Params) =>
  who.call(secondReads.adjudicateSecondRead, { params, body: { decision: 'first', text: 'Nodül yok.' } });
const readOf = async (who: HttpClient, params: Params) =>
  (await who.call(secondReads.getSecondRead, { params })).secondRead!;

describe('the first opinion', () => {
  it('is not got at by asking for a second read before the own preliminary read', async () => {
    const { params } = await written();
    await readFirst.call(cases.takeCaseOver, { params, body: TAKES_OVER });
    expect(await codeOf(ask(readFirst, params))).toBe('READ_FIRST');
    expect(await readOf(readFirst, params)).toBeNull();
  });

  it('is given by the one whose text it is, not by who took the case over or by the machine', async () => {
    const { params, content, version } = await written();
    await second.call(cases.takeCaseOver, { params, body: TAKES_OVER });
    expect(await codeOf(ask(second, params))).toBe('SECOND_READ_NOT_OWN_TEXT');
    await second.call(reports.saveReport, { params, body: { version, language: 'tr', content } });
    await ask(second, params);
    expect((await readOf(second, params)).role).toBe('first-reader');

    const { caseId } = await createReportFactory(server, first).drafted(await server.patient());
    expect(await codeOf(ask(first, { caseId }))).toBe('SECOND_READ_NOT_OWN_TEXT');
  });
});

describe('opinions that are written', () => {
  it('are withheld from who may not see AI; only who sees them decides', async () => {
    const { params, sentence } = await written();
    const decider = await server.staff('radiologist');
    await ask(first, params);
    await take(second, params);
    await write(second, params);
    const told = JSON.stringify(await readOf(readFirst, params));
    for (const text of [sentence, WRITTEN.impression, OPINION.findings]) expect(told).not.toContain(text);
    await compare(second, params, 'minor-difference');
    expect(await readOf(readFirst, params)).toMatchObject({ role: 'none', first: null, second: null, agreement: null });
    expect(await codeOf(decide(readFirst, params))).toBe('READ_FIRST');
    const task = (await readFirst.call(cases.getWorklist, { query: { show: 'all' } })).find(
      ({ id }) => id === params.caseId,
    )!.secondRead;
    expect(task).toBeNull();
    // Where the whole house reads first, somebody still has to decide.
    const setRules = (isReadFirstForAll: boolean) =>
      operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll, secondReadPercent: 0 } });
    await setRules(true);
    expect((await readOf(decider, params)).role).toBe('may-adjudicate');
    await setRules(false);
    await decide(decider, params);
    expect(await readOf(readFirst, params)).toMatchObject({ adjudication: null, agreedText: null });
    expect((await readOf(second, params)).agreedText).not.toBeNull();
  });

  it('leave a trace: who has seen them reads no more blinded', async () => {
    const { params } = await written();
    const bystander = await server.staff('radiologist');
    await ask(first, params);
    expect((await readOf(bystander, params)).first).toBeNull();
    await take(second, params);
    await write(second, params);
    await compare(second, params, 'concordant');
    expect((await readOf(bystander, params)).first).not.toBeNull();
    await ask(first, params);
    for (const reader of [bystander, second]) expect(await codeOf(take(reader, params))).toBe('SECOND_READ_SEEN');
  });

  it('a question to the patient leaves a trace too, with whoever reads it beside the one who asked', async () => {
    // Without images nothing else leaves one.
    const { id: caseId } = await (await server.patient()).call(cases.createCase, { body: { modality: 'CT' } });
    const bystander = await server.staff('radiologist');
    const { drizzle } = server.parts.db;
    const tracesOf = async (who: HttpClient) => {
      const { question } = (await who.call(studies.getReading, { params: { caseId } })).case;
      const { rows } = await drizzle.execute(
        sql`delete from opinions_seen where case_id = ${caseId} returning staff_id`,
      );
      return [question, rows.length];
    };
    expect(await tracesOf(bystander)).toEqual([null, 0]);
    const { id } = (await first.call(accounts.getStaff)).user;
    await drizzle.execute(
      sql`update cases set question = 'Nodül var mıydı?', question_by = ${id} where id = ${caseId}`,
    );
    expect(await tracesOf(bystander)).toEqual(['Nodül var mıydı?', 1]);
    expect(await tracesOf(first)).toEqual(['Nodül var mıydı?', 0]);
  });

  it('are written and compared in a case that is in review alone; its patient cannot take it back from a second reader', async () => {
    const { params, patient } = await written();
    const canTakeBack = async () => (await patient.call(cases.getCase, { params })).canTakeBack;
    await ask(first, params);
    await first.call(cases.releaseCase, { params });
    expect(await canTakeBack()).toBe(true);
    await take(second, params);
    expect(await canTakeBack()).toBe(false);
    expect((await patient.call(cases.listCases)).map((each) => each.canTakeBack)).toEqual([false]);
    expect(await codeOf(patient.call(cases.takeCaseBack, { params }))).toBe('CASE_BEING_READ');
    await write(second, params);

    const untaken = await written();
    await ask(first, untaken.params);
    await first.call(cases.releaseCase, { params: untaken.params });
    await untaken.patient.call(cases.takeCaseBack, { params: untaken.params });
    expect(await codeOf(take(second, untaken.params))).toBe('CASE_NOT_IN_REVIEW');
  });
});

describe('a second read that nobody has taken', () => {
  const withdraw = (who: HttpClient, params: Params) => who.call(secondReads.withdrawSecondRead, { params });

  it('is taken back by who asked for it, and the signed report is open to all again', async () => {
    const { caseId } = await createReportFactory(server, first).signed(await server.patient());
    const params = { caseId };
    const asker = await server.staff('radiologist');
    await ask(asker, params);
    const isBlinded = async () => (await second.call(studies.getReading, { params })).isBlinded;
    expect(await isBlinded()).toBe(true);
    expect([(await readOf(asker, params)).mayWithdraw, (await readOf(second, params)).mayWithdraw]).toEqual([
      true,
      false,
    ]);
    for (const other of [first, second]) expect(await codeOf(withdraw(other, params))).toBe('SECOND_READ_NOT_YOURS');
    await withdraw(asker, params);
    expect([await isBlinded(), await readOf(second, params)]).toEqual([false, null]);
    expect(await codeOf(withdraw(asker, params))).toBe('SECOND_READ_NOT_YOURS');
  });

  it('does not satisfy a signature that needs one, and is not taken back from its reader', async () => {
    const { params, version, content } = await written();
    const body = { version, language: 'tr' as const, content: { ...content, agreement: 'major-difference' as const } };
    await first.call(reports.saveReport, { params, body });
    await ask(first, params);
    await withdraw(first, params);
    const { isDueBecause } = await first.call(secondReads.getSecondRead, { params });
    expect(isDueBecause).toBe('major-difference');
    await ask(first, params);
    await take(second, params);
    expect(await codeOf(withdraw(first, params))).toBe('SECOND_READ_NOT_YOURS');
  });
});

it('who has seen results before there was a draft does not read blinded', async () => {
  const { caseId } = await createReportFactory(server, first).drafted(await server.patient());
  const early = await server.staff('radiologist');
  const { drizzle } = server.parts.db;
  await drizzle.execute(sql`delete from reports where case_id = ${caseId}`);
  const seenBy = async (who: HttpClient) =>
    (
      await drizzle.execute(
        sql`select from opinions_seen where case_id = ${caseId} and staff_id = ${(await who.call(accounts.getStaff)).user.id}`,
      )
    ).rows.length;
  expect(await seenBy(early)).toBe(0);
  const { report, analyses } = await early.call(studies.getReading, { params: { caseId } });
  expect([report, analyses.length > 0]).toEqual([null, true]);
  expect(await seenBy(early)).toBe(1);
});
