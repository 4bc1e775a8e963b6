import {
  accounts,
  cases,
  preliminaryReads,
  reports as reportContract,
  type reports,
  secondReads,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let first: HttpClient;
let second: HttpClient;
let third: HttpClient;
let people: { id: string; email: string }[];
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  [first, second, third] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
  people = await Promise.all([first, second, third].map(async (who) => (await who.call(accounts.getStaff)).user));
  await operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll: false, secondReadPercent: 0 } });
  // Who signed in on a Turkish page gets mails in Turkish.
  await database().execute(sql`update staff set language = 'tr' where id = ${people[1]!.id}`);
});
afterAll(() => server.end());
beforeEach(async () => {
  await database().execute(sql`delete from outbox where template like 'second-read-%'`);
});

const database = () => server.parts.db.drizzle;
const OPINION = { language: 'tr' as const, findings: 'Nodül yok.', impression: 'Normal.' };

/** A case that the first reader has written and checked, and for which a second reader is asked. */
async function asked(change: Partial<reports.ReportContent> = {}) {
  const begun = await createReportFactory(server, first).drafted(await server.patient());
  const params = { caseId: begun.caseId };
  let { version } = begun.draft;
  const save = async (changed: Partial<reports.ReportContent>, who = first) => {
    const content = { ...begun.draft.content, ...WRITTEN, ...change, ...changed };
    ({ version } = await who.call(reportContract.saveReport, { params, body: { version, language: 'tr', content } }));
    return version;
  };
  await save({});
  await checkReading(first, begun.caseId);
  await first.call(secondReads.askSecondRead, { params });
  const sign = () => first.call(reportContract.signReport, { params, body: { ...SIGNS, version } });
  const confirm = (who = second, looked = version) =>
    who.call(secondReads.confirmText, { params, body: { version: looked } });
  return { params, save, sign, confirm };
}
type Asked = Awaited<ReturnType<typeof asked>>;
async function compared({ params }: Asked, agreement: (typeof reportContract.AGREEMENTS)[number]): Promise<void> {
  await second.call(secondReads.takeSecondRead, { params });
  await second.call(secondReads.saveSecondRead, { params, body: OPINION });
  await second.call(secondReads.compareSecondRead, { params, body: { agreement } });
}
/** Both readers agreed. */
async function agreed(): Promise<Asked> {
  const begun = await asked();
  await compared(begun, 'concordant');
  return begun;
}
const askConfirmation = ({ params }: Asked, who = first) => who.call(secondReads.askConfirmation, { params });
const textOf = async (who: HttpClient, { params }: Asked) =>
  (await who.call(secondReads.getSecondRead, { params })).secondRead!.agreedText;
const taskOf = async (who: HttpClient, { params: { caseId } }: Asked) =>
  (await who.call(cases.getWorklist, { query: { show: 'all' } })).find(({ id }) => id === caseId)!.secondRead;
const auditOf = async ({ params: { caseId } }: Asked, action: string) =>
  (
    await database().execute<{ details: Record<string, string> }>(
      sql`select details from audit_events where subject_id = ${caseId} and action = ${action} order by sequence`,
    )
  ).rows.map(({ details }) => details);

describe('an agreement', () => {
  it('stands for the text that was compared: a change of it is confirmed by the second reader before the signature', async () => {
    const begun = await agreed();
    expect(await textOf(first, begun)).toMatchObject({ state: 'as-agreed', isUpheld: true, mayDo: null });
    expect(await codeOf(askConfirmation(begun))).toBe('SECOND_READ_NOT_YOURS');

    await begun.save({ impression: 'Metastaz?' });
    expect(await codeOf(begun.sign())).toBe('AGREED_TEXT_CHANGED');
    // The page says so before the signature; nobody confirms before the first reader asks for it.
    expect(await textOf(first, begun)).toMatchObject({
      state: 'changed',
      content: { impression: WRITTEN.impression },
      askedAt: null,
      mayDo: 'ask',
    });
    expect((await textOf(second, begun))!.mayDo).toBeNull();
    expect(await codeOf(begun.confirm())).toBe('SECOND_READ_NOT_YOURS');
    expect(await codeOf(askConfirmation(begun, second))).toBe('CASE_CLAIMED');
    expect(await taskOf(second, begun)).toBeNull();

    await askConfirmation(begun);
    expect([await taskOf(first, begun), await taskOf(second, begun), await taskOf(third, begun)]).toEqual([
      'waiting',
      'may-confirm',
      null,
    ]);
    expect((await textOf(second, begun))!.mayDo).toBe('confirm');
    // By the one who agreed alone, and only what this reader has looked at.
    for (const other of [first, third]) expect(await codeOf(begun.confirm(other))).toBe('SECOND_READ_NOT_YOURS');
    const looked = await begun.save({ impression: 'Metastaz.' });
    expect(await codeOf(begun.confirm(second, looked - 1))).toBe('REPORT_CHANGED');
    await begun.confirm();
    expect(await taskOf(second, begun)).toBeNull();
    expect(await textOf(first, begun)).toMatchObject({ state: 'as-agreed', content: { impression: 'Metastaz.' } });

    // What was confirmed can be changed again, and is then confirmed again.
    await begun.save({ impression: 'Normal.' });
    expect(await codeOf(begun.sign())).toBe('AGREED_TEXT_CHANGED');
    await begun.save({ impression: 'Metastaz.' });
    expect((await begun.sign()).status).toBe('signed');
    expect(await textOf(first, begun)).toBeNull();

    expect((await auditOf(begun, 'reports.second-read')).map(({ step }) => step)).toEqual([
      ...['ask', 'take', 'save', 'compare'],
      ...['ask-confirmation', 'confirm'],
    ]);
    expect((await auditOf(begun, 'reports.save')).map(({ agreedText }) => agreedText)).toEqual([
      undefined,
      ...['changed', 'changed', 'changed', 'as-agreed'],
    ]);
  });

  it('is not touched by the summary for the patient; a change that is undone needs nobody', async () => {
    const begun = await agreed();
    await begun.save({ plainSummary: 'Başka sözcüklerle: akciğerleriniz sağlıklı görünüyor.' });
    expect((await textOf(first, begun))!.state).toBe('as-agreed');
    await begun.save({ rads: { system: 'lung-rads', category: '4A' } });
    expect(await codeOf(begun.sign())).toBe('AGREED_TEXT_CHANGED');
    await askConfirmation(begun);
    await begun.save({ rads: null });
    expect([await taskOf(second, begun), (await textOf(first, begun))!.askedAt]).toEqual([null, null]);
    expect((await begun.sign()).status).toBe('signed');
  });

  it('is of the text that the second reader was shown, not of one that was written meanwhile', async () => {
    const begun = await asked({
      findings: 'Nodül yok.',
      recommendations: 'Kontrol.',
      rads: { system: 'lung-rads', category: '2' },
    });
    await begun.save({ findings: 'Kitle.' });
    await compared(begun, 'concordant');
    const { secondRead } = await second.call(secondReads.getSecondRead, { params: begun.params });
    expect(secondRead!.first).toMatchObject({
      findings: 'Nodül yok.',
      recommendations: 'Kontrol.',
      radsLine: expect.stringMatching(/^Lung-RADS 2: /),
    });
    expect(await codeOf(begun.sign())).toBe('AGREED_TEXT_CHANGED');
    await expect(
      database().execute(sql`update second_reads set compared = '{}' where case_id = ${begun.params.caseId}`),
    ).rejects.toThrow();
  });

  it('is not confirmed by a second reader who has taken the case over; another second read takes its place', async () => {
    const begun = await agreed();
    const { params } = begun;
    await begun.save({ findings: 'Kitle.' });
    await askConfirmation(begun);
    await second.call(cases.takeCaseOver, { params, body: { reason: 'unreachable' } });
    expect([(await textOf(second, begun))!.mayDo, await taskOf(second, begun)]).toEqual(['ask', 'waiting']);
    expect(await codeOf(begun.confirm())).toBe('SECOND_READ_NOT_YOURS');
    await begun.save({ findings: 'Kitle.' }, second);
    await second.call(secondReads.askSecondRead, { params });
    expect(await taskOf(second, begun)).toBe('waiting');
    const { rows } = await database().execute(
      sql`select id from second_reads where case_id = ${params.caseId} and confirmation_asked_at is not null`,
    );
    expect(rows).toEqual([]);
  });

  it('of earlier images stands for no text of the new ones', async () => {
    const begun = await agreed();
    await begun.save({ findings: 'Kitle.' });
    const { caseId } = begun.params;
    await database().execute(sql`update cases set submission = submission + 1 where id = ${caseId}`);
    await database().execute(sql`update reports set submission = submission + 1 where case_id = ${caseId}`);
    expect(await textOf(first, begun)).toBeNull();
    expect(await codeOf(askConfirmation(begun))).toBe('SECOND_READ_NOT_YOURS');
  });

  it('is counted once, as it was first given', async () => {
    const counted = async () => (await operator.call(secondReads.getAgreementFigures))[0]!;
    const begun = await agreed();
    const before = await counted();
    await begun.save({ findings: 'Kitle.' });
    await askConfirmation(begun);
    await begun.confirm();
    expect(await counted()).toEqual(before);
  });
});

describe('a decision', () => {
  it('for the first opinion stands for its text; a change of it is confirmed by the adjudicator', async () => {
    const begun = await asked();
    await compared(begun, 'minor-difference');
    await third.call(secondReads.adjudicateSecondRead, {
      params: begun.params,
      body: { decision: 'first', text: 'Nodül yok.' },
    });
    await begun.save({ findings: 'Kitle.' });
    expect(await codeOf(begun.sign())).toBe('AGREED_TEXT_CHANGED');
    await askConfirmation(begun);
    expect(await codeOf(begun.confirm(second))).toBe('SECOND_READ_NOT_YOURS');
    await begun.confirm(third);
    expect((await begun.sign()).status).toBe('signed');
  });
});

describe('mails of a second read', () => {
  const told = async (template: string) =>
    (
      await database().execute<{ recipient: string; language: string }>(
        sql`select recipient, language from outbox where template = ${template} order by recipient`,
      )
    ).rows.map(({ recipient, language }) => `${recipient} ${language}`);
  const mail = (who: number, language = 'en') => `${people[who]!.email} ${language}`;

  it('go to those of whom it asks something, in their language, and name neither case nor patient', async () => {
    const begun = await asked();
    expect(await told('second-read-open')).toEqual([mail(1, 'tr'), mail(2)].sort());
    await compared(begun, 'major-difference');
    expect(await told('second-read-adjudication')).toEqual([mail(2)]);
    await third.call(secondReads.adjudicateSecondRead, {
      params: begun.params,
      body: { decision: 'second', text: 'Nodül.' },
    });
    await begun.save({ findings: 'Nodül.' });
    await askConfirmation(begun);
    // Pressed twice, it is one mail.
    await askConfirmation(begun);
    expect(await told('second-read-confirmation')).toEqual([mail(2)]);
    const subjects = ['Bir vaka kör ikinci okuyucu bekliyor', 'A report was changed after your opinion'];
    const mails = await waitFor(
      async () => {
        const sent = await server.parts.mailbox.list();
        const of = subjects.map((subject) => sent.find((each) => each.subject === subject));
        return of.every((each) => each !== undefined) ? of : undefined;
      },
      60_000,
      () => 'no mails',
    );
    for (const sent of mails)
      expect(JSON.stringify(sent)).not.toMatch(new RegExp(`SO-\\d|${begun.params.caseId}|nodül`, 'i'));
  });

  it('pass over who is away, who has seen the opinion, and, where somebody reads the subspecialty, all others', async () => {
    const away = await server.staff('radiologist');
    const { user } = await away.call(accounts.getStaff);
    await database().execute(sql`
      insert into staff_absences (id, staff_id, first_day, last_day, created_at) values
        (gen_random_uuid(), ${user.id}, current_date - 1, current_date + 1, now())`);
    const readFirst = (is: boolean) =>
      database().execute(sql`update staff set read_first = ${is} where id = ${people[0]!.id}`);
    await readFirst(true);
    const begun = await createReportFactory(server, first).drafted(await server.patient());
    const params = { caseId: begun.caseId };
    const { version } = await first.call(reportContract.saveReport, {
      params,
      body: {
        version: begun.draft.version,
        language: 'tr',
        content: { ...begun.draft.content, ...WRITTEN, findings: 'Nodül yok.' },
      },
    });
    await first.call(preliminaryReads.savePreliminary, { params, body: { version } });
    // A first reader who has left no trace could otherwise be told of the own case.
    await database().execute(sql`delete from opinions_seen where staff_id = ${people[0]!.id}`);
    await third.call(reportContract.getReportVersions, { params, query: {} });
    await first.call(secondReads.askSecondRead, { params });
    expect(await told('second-read-open')).toEqual([mail(1, 'tr')]);
    await readFirst(false);

    await database().execute(sql`delete from outbox where template like 'second-read-%'`);
    await database().execute(sql`
      update staff set subspecialties = array[(select subspecialty from cases where id = ${params.caseId})]
      where id = ${people[2]!.id}`);
    await asked();
    expect(await told('second-read-open')).toEqual([mail(2)]);
    await database().execute(sql`update staff set subspecialties = '{}' where id = ${people[2]!.id}`);
  });
});
