import { accounts, cases, preliminaryReads, reports, secondReads, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let first: HttpClient;
let second: HttpClient;
let third: HttpClient;
let people: { id: string; name: string; email: string }[];
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  [first, second, third] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
  people = await Promise.all([first, second, third].map(async (who) => (await who.call(accounts.getStaff)).user));
  await operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll: false, secondReadPercent: 100 } });
});
afterAll(() => server.end());

const database = () => server.parts.db.drizzle;
const OPINION = { language: 'tr' as const, findings: 'Nodül yok.', impression: 'Normal.' };

/** A case that the first reader has written and checked, and for which a second reader is asked. */
async function asked() {
  const begun = await createReportFactory(server, first).drafted(await server.patient());
  const params = { caseId: begun.caseId };
  let { version } = begun.draft;
  const write = async (change: Partial<reports.ReportContent>) => {
    const content = { ...begun.draft.content, ...WRITTEN, ...change };
    ({ version } = await first.call(reports.saveReport, { params, body: { version, language: 'tr', content } }));
  };
  await write({});
  await checkReading(first, begun.caseId);
  await first.call(secondReads.askSecondRead, { params });
  return { params, write, sign: () => first.call(reports.signReport, { params, body: { ...SIGNS, version } }) };
}
type Params = Awaited<ReturnType<typeof asked>>['params'];
const readOf = async (who: HttpClient, params: Params) =>
  (await who.call(secondReads.getSecondRead, { params })).secondRead!;
const take = (who: HttpClient, params: Params) => who.call(secondReads.takeSecondRead, { params });
const save = (who: HttpClient, params: Params) => who.call(secondReads.saveSecondRead, { params, body: OPINION });
const compare = (who: HttpClient, params: Params, agreement: (typeof reports.AGREEMENTS)[number]) =>
  who.call(secondReads.compareSecondRead, { params, body: { agreement } });
const hoursAgo = (what: 'taken_at' | 'read_at', hours: number, { caseId }: Params) =>
  database().execute(
    sql`update second_reads set ${sql.raw(what)} = now() - ${hours} * interval '1 hour' where case_id = ${caseId}`,
  );
const watch = () => server.features.reports.secondReads.watch();
const stepsOf = async ({ caseId }: Params) =>
  (
    await database().execute<{ details: Record<string, string> }>(
      sql`select details from audit_events where subject_id = ${caseId} and action = 'reports.second-read' order by sequence`,
    )
  ).rows.map(({ details }) => details);
const mailed = async (template: string) =>
  (
    await database().execute<{ recipient: string }>(
      sql`select recipient from outbox where template = ${template} order by recipient`,
    )
  ).rows.map(({ recipient }) => recipient);
const forgetMails = () => database().execute(sql`delete from outbox where template like 'second-read-%'`);

it('a second read is left to a colleague by who has taken it, until an opinion is saved', async () => {
  const { params } = await asked();
  await take(second, params);
  expect((await readOf(second, params)).keptUntil).not.toBeNull();
  expect(await codeOf(third.call(secondReads.giveSecondReadBack, { params }))).toBe('SECOND_READ_NOT_YOURS');
  await forgetMails();
  await second.call(secondReads.giveSecondReadBack, { params });
  expect(await readOf(third, params)).toMatchObject({ state: 'waiting', role: 'may-read', readerName: null });
  // Who left it is not asked again by mail.
  expect(await mailed('second-read-open')).toContain(people[2]!.email);
  expect(await mailed('second-read-open')).not.toContain(people[1]!.email);
  await take(third, params);
  await save(third, params);
  expect(await codeOf(third.call(secondReads.giveSecondReadBack, { params }))).toBe('SECOND_READ_NOT_YOURS');
  await compare(third, params, 'concordant');
  expect((await stepsOf(params)).map(({ step }) => step)).toEqual([
    'ask',
    'take',
    'give-back',
    'take',
    'save',
    'compare',
  ]);
});

it('a second read whose reader does not go on is offered again, still blinded; who saves meanwhile keeps it', async () => {
  const { params } = await asked();
  await take(second, params);
  await hoursAgo('taken_at', 3.9, params);
  await watch();
  expect((await readOf(second, params)).state).toBe('reading');
  await hoursAgo('taken_at', 4, params);
  await forgetMails();
  await watch();
  await watch();
  expect(await readOf(second, params)).toMatchObject({ state: 'waiting', role: 'may-read', keptUntil: null });
  expect((await third.call(studies.getReading, { params })).isBlinded).toBe(true);
  expect((await stepsOf(params)).slice(2)).toEqual([{ step: 'left', from: people[1]!.id, why: 'idle' }]);
  expect((await mailed('second-read-open')).filter((to) => to === people[2]!.email)).toHaveLength(1);
  expect(await codeOf(save(second, params))).toBe('SECOND_READ_NOT_YOURS');
  await take(third, params);
  await hoursAgo('taken_at', 5, params);
  await save(third, params);
  await watch();
  expect((await readOf(third, params)).state).toBe('comparing');
});

it('a second read whose reader saves while its end is under way stays theirs', async () => {
  const { params } = await asked();
  await take(second, params);
  await hoursAgo('taken_at', 4, params);
  // Asked after the second reads were found, and before the case is locked.
  const { staff } = server.features.accounts;
  const original = staff.presentOfRole;
  const asks = vi.spyOn(staff, 'presentOfRole').mockImplementationOnce(async (...of) => {
    await save(second, params);
    return original(...of);
  });
  await watch();
  asks.mockRestore();
  expect(await readOf(second, params)).toMatchObject({ state: 'comparing', role: 'reader' });
  expect((await stepsOf(params)).map(({ step }) => step)).toEqual(['ask', 'take', 'save']);
});

it('an opinion that its reader does not compare goes to a third radiologist with the first one', async () => {
  const { params } = await asked();
  await take(second, params);
  await save(second, params);
  await hoursAgo('read_at', 4, params);
  await forgetMails();
  await watch();
  expect(await readOf(third, params)).toMatchObject({
    ...{ state: 'adjudication', role: 'may-adjudicate', agreement: null },
    second: { findings: OPINION.findings },
  });
  expect(await mailed('second-read-adjudication')).toContain(people[2]!.email);
  expect(await codeOf(compare(second, params, 'concordant'))).toBe('SECOND_READ_NOT_YOURS');
  await third.call(secondReads.adjudicateSecondRead, { params, body: { decision: 'first', text: 'Nodül yok.' } });
  expect((await readOf(first, params)).state).toBe('closed');
});

it('the second read of a reader who is absent is offered again at once', async () => {
  const { params } = await asked();
  await take(second, params);
  // In the evening of UTC the day of the readers is the next one.
  const [today, tomorrow] = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
  const { id } = await operator.call(accounts.addAbsence, {
    params: { userId: people[1]!.id },
    body: { from: today!, to: tomorrow! },
  });
  await watch();
  expect((await readOf(third, params)).role).toBe('may-read');
  expect((await stepsOf(params)).at(-1)).toMatchObject({ why: 'absent' });
  await operator.call(accounts.removeAbsence, { params: { userId: people[1]!.id, absenceId: id } });
});

it('who has taken the case over takes the request of a colleague back; a signature needs a second read again', async () => {
  const { params } = await asked();
  expect((await readOf(third, params)).mayWithdraw).toBe(false);
  expect(await codeOf(third.call(secondReads.withdrawSecondRead, { params }))).toBe('SECOND_READ_NOT_YOURS');
  await third.call(cases.takeCaseOver, { params, body: { reason: 'unreachable' } });
  expect((await readOf(third, params)).mayWithdraw).toBe(true);
  await third.call(secondReads.withdrawSecondRead, { params });
  expect(await third.call(secondReads.getSecondRead, { params })).toMatchObject({
    secondRead: null,
    isDueBecause: 'sample',
  });
});

it.each([
  ['waiting', async () => {}],
  ['reading', (params: Params) => take(second, params)],
  [
    'adjudication',
    async (params: Params) => {
      await take(second, params);
      await save(second, params);
      await compare(second, params, 'major-difference');
    },
  ],
] as const)(
  'operators end a second read that nobody finishes (%s), with a reason; the report is signed without it',
  async (state, go) => {
    const { params, write, sign } = await asked();
    await go(params);
    const { caseId } = params;
    const listed = async () =>
      (await operator.call(secondReads.listOpenSecondReads)).find((read) => read.caseId === caseId);
    const row = await listed();
    expect(row).toMatchObject({ state, reason: 'sample', firstReaderName: people[0]!.name });
    // Nothing that a reader has written is told.
    expect(JSON.stringify(row)).not.toContain(OPINION.findings);
    const end = (who: HttpClient) => who.send(secondReads.endSecondRead, { params, body: { because: 'nobody-left' } });
    for (const reader of [first, second]) expect((await end(reader)).status).toBe(403);
    expect((await first.send(secondReads.listOpenSecondReads)).status).toBe(403);
    expect(await codeOf(sign())).toBe('SECOND_READ_OPEN');

    expect((await end(operator)).status).toBe(200);
    expect((await end(operator)).status).toBe(409);
    expect(await listed()).toBeUndefined();
    expect((await stepsOf(params)).at(-1)).toEqual({ step: 'end', state, because: 'nobody-left' });
    expect(await readOf(first, params)).toMatchObject({
      state: 'closed',
      endedBecause: 'nobody-left',
      agreedText: null,
    });
    // What was written before stays: it is shown to its author and to the first reader.
    expect((await readOf(first, params)).second?.findings).toBe(
      state === 'adjudication' ? OPINION.findings : undefined,
    );
    expect((await third.call(studies.getReading, { params })).isBlinded).toBe(false);
    // Nobody's word stands for the text any longer: it may be changed.
    await write({ impression: 'Kontrol önerilir.' });
    expect((await readOf(first, params)).agreedText).toBeNull();
    expect(await codeOf(first.call(secondReads.askConfirmation, { params }))).toBe('SECOND_READ_NOT_YOURS');
    expect((await sign()).status).toBe('signed');
  },
);

it('a second read is not offered again while the patient has the case, and ends when other images come in their place', async () => {
  const { params } = await asked();
  await take(second, params);
  await first.call(cases.sendCaseBack, { params, body: { question: 'Eski görüntüler var mı?' } });
  await hoursAgo('taken_at', 5, params);
  await forgetMails();
  await watch();
  expect((await readOf(second, params)).state).toBe('reading');
  const isListed = async () =>
    (await operator.call(secondReads.listOpenSecondReads)).some(({ caseId }) => caseId === params.caseId);
  expect(await isListed()).toBe(true);
  await database().execute(
    sql`update cases set status = 'processing', submission = submission + 1 where id = ${params.caseId}`,
  );
  await watch();
  await watch();
  expect(await mailed('second-read-open')).toEqual([]);
  expect(await isListed()).toBe(false);
  expect((await stepsOf(params)).slice(2)).toEqual([{ step: 'left', state: 'reading', why: 'replaced' }]);
});
