import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountSettings, accounts, cases, reports, studies, uploads } from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkReading } from '../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { notifyConsole } from './cases.store.ts';
import { cases as caseTable } from './cases.tables.ts';

const HOUR_MS = 3_600_000;
const TEMPLATES = ['case-arrived', 'case-late', 'case-unclaimed'] as const;
type Template = (typeof TEMPLATES)[number];

let server: TestServer;
let clockFile: string;
let first: HttpClient;
let second: HttpClient;
let emails: Record<'first' | 'second' | 'closed' | 'operator', string>;
beforeAll(async () => {
  clockFile = join(await temporaryDirectory(), 'clock-offset');
  server = await startTestServer({ CLOCK_OFFSET_FILE: clockFile });
  first = await server.staff('radiologist');
  second = await server.staff('radiologist');
  const closed = await server.staff('radiologist');
  const operator = await server.staff('operator');
  const [a, b, c, d] = await Promise.all(
    [first, second, closed, operator].map(async (http) => (await http.call(accounts.getStaff)).user.email),
  );
  emails = { first: a!, second: b!, closed: c!, operator: d! };
  await drizzle().execute(sql`update staff set disabled_at = now() where email = ${emails.closed}`);
  // A user who signed in on a Turkish page gets mails in Turkish.
  await drizzle().execute(sql`update staff set language = 'tr' where email = ${emails.second}`);
});
afterAll(() => server.end());
// Cases of earlier tests are not reported again.
beforeEach(async () => {
  await drizzle().update(caseTable).set({ status: 'completed' }).where(eq(caseTable.status, 'processing'));
  await drizzle().execute(sql`delete from outbox where template like 'case-%'`);
});

const drizzle = () => server.parts.db.drizzle;
/** Runs `act` with the clock moved on by this many hours. People who sign in keep sessions of the present. */
async function after<T>(hours: number, act: () => Promise<T>): Promise<T> {
  await writeFile(clockFile, String(Math.round(hours * HOUR_MS)));
  try {
    return await act();
  } finally {
    await writeFile(clockFile, '0');
  }
}
const { files } = smallPhantom();
async function submitted(): Promise<{ caseId: string; patient: Awaited<ReturnType<TestServer['patient']>> }> {
  const patient = await server.patient();
  const { id: caseId } = await patient.call(cases.createCase, {
    body: { modality: 'CT', bodyPart: 'chest', urgency: 'urgent', clinicalHistory: 'kanarya-öksürük' },
  });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files.slice(0, 2)) });
  return { caseId, patient };
}
/** The recipients of the mails in this test, from the outbox. */
const told = async (template: Template): Promise<string[]> =>
  (
    await drizzle().execute<{ recipient: string }>(
      sql`select recipient from outbox where template = ${template} order by recipient`,
    )
  ).rows.map(({ recipient }) => recipient);
/** Runs the watch as the queue does every five minutes, and runs it twice, since a job may run twice. */
const watchAfter = (hours: number): Promise<void> =>
  after(hours, async () => {
    await server.features.cases.watch();
    await server.features.cases.watch();
  });
/** Claims a case and keeps working on it, so that the claim does not end. */
async function claimAndWork(radiologist: HttpClient, caseId: string): Promise<void> {
  await radiologist.call(cases.claimCase, { params: { caseId } });
  await drizzle().execute(sql`update cases set claim_active_at = now() + interval '9 days' where id = ${caseId}`);
}
const both = () => [emails.first, emails.second].sort();

it('[TRU-014] every radiologist is told of a case at its submission, in their language, without a word about patient or examination', async () => {
  const { caseId, patient } = await submitted();
  expect(await told('case-arrived')).toEqual(both());
  const { caseNumber } = await patient.call(cases.getCase, { params: { caseId } });

  const mails = await waitFor(
    async () => {
      const found = (await server.parts.mailbox.list()).filter(({ to }) => both().includes(to));
      return found.length === 2 ? found : undefined;
    },
    60_000,
    () => 'no mails to the radiologists',
  );
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A new case is waiting to be read',
    'Okunmayı bekleyen yeni bir vaka var',
  ]);
  for (const { text, subject } of mails) {
    expect(text).toContain(`${server.address}/console/worklist`);
    expect(`${subject}${text}`).not.toMatch(/zeynep|kanarya|öksürük|\bct\b|chest|göğüs|urgent|acil/i);
    for (const word of [patient.email, caseId, caseNumber]) expect(`${subject}${text}`).not.toContain(word);
  }
  // Nor does the outbox name them; it stays when the patient is erased.
  const { rows } = await drizzle().execute<{ row: string }>(
    sql`select row_to_json(outbox)::text as row from outbox where template = 'case-arrived'`,
  );
  for (const { row } of rows) for (const word of [caseId, caseNumber]) expect(row).not.toContain(word);

  // Taking a case back and handing it in again counts as a new occasion, but nobody can fill a mailbox that way.
  const again = async () => {
    await patient.call(cases.takeCaseBack, { params: { caseId } });
    await patient.call(uploads.submitUploads, { params: { caseId }, body: { uploadIds: [] } });
  };
  await again();
  expect(await told('case-arrived')).toEqual([...both(), ...both()].sort());
  for (let time = 0; time < 12; time += 1) await again();
  expect(await told('case-arrived')).toHaveLength(10 * both().length);
  // Mails about another patient still go out, and about this one again tomorrow.
  await submitted();
  expect(await told('case-arrived')).toHaveLength(11 * both().length);
  await after(24, again);
  expect(await told('case-arrived')).toHaveLength(12 * both().length);
});

it('[TRU-014] all radiologists are told once of a late case that nobody has claimed, and operators at half of its time', async () => {
  const { caseId } = await submitted();
  await watchAfter(11.9);
  expect(await told('case-unclaimed')).toEqual([]);
  await watchAfter(12.1);
  expect(await told('case-unclaimed')).toEqual([emails.operator]);
  expect(await told('case-late')).toEqual([]);

  await watchAfter(23.9);
  expect(await told('case-late')).toEqual([]);
  await watchAfter(24.1);
  expect(await told('case-late')).toEqual(both());
  // Claimed, given back, and days later: the due time stays the same.
  await claimAndWork(first, caseId);
  await watchAfter(25);
  await first.call(cases.releaseCase, { params: { caseId } });
  await watchAfter(72);
  expect([await told('case-late'), await told('case-unclaimed')]).toEqual([both(), [emails.operator]]);
});

it('[TRU-014] whoever has claimed a case is told alone that it is late, again where it got a new due time', async () => {
  const { caseId, patient } = await submitted();
  await claimAndWork(second, caseId);
  await watchAfter(25);
  expect([await told('case-late'), await told('case-unclaimed')]).toEqual([[emails.second], []]);

  // After it is given back, the next reader is not told, since somebody else let it become late; the operators are.
  await second.call(cases.releaseCase, { params: { caseId } });
  await watchAfter(26);
  expect([await told('case-late'), await told('case-unclaimed')]).toEqual([[emails.second], [emails.operator]]);
  await second.call(cases.claimCase, { params: { caseId } });
  await second.call(cases.sendCaseBack, { params: { caseId }, body: { question: 'Eski görüntü var mı?' } });
  await watchAfter(25);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files.slice(3, 4)) });
  await claimAndWork(first, caseId);
  await watchAfter(25);
  expect(await told('case-late')).toEqual([emails.first, emails.second].sort());
});

it('[TRU-014] nobody is told of a case that is signed, taken back, or without consent', async () => {
  const { caseId: signed } = await submitted();
  const { caseId: takenBack, patient: taker } = await submitted();
  const { patient: withdrawer } = await submitted();
  await taker.call(cases.takeCaseBack, { params: { caseId: takenBack } });
  const params = { caseId: signed };
  await server.waitForDraft(first, signed);
  await first.call(cases.claimCase, { params });
  await checkReading(first, signed);
  const { report } = await first.call(studies.getReading, { params });
  const content = {
    ...report!.content,
    findings: 'Bulgu metni.',
    impression: 'Sonuç metni.',
    plainSummary: 'Akciğerleriniz sağlıklı.',
  };
  const { version } = await first.call(reports.saveReport, {
    params,
    body: { version: report!.version, language: 'tr', content },
  });
  await first.call(reports.signReport, { params, body: { ...SIGNS, version } });
  await withdrawer.call(accountSettings.withdrawConsent, { params: { purpose: 'health-data' } });

  await watchAfter(60);
  expect([await told('case-late'), await told('case-unclaimed')]).toEqual([[], []]);
});

it('[TRU-014] job payloads name nobody, and the watch runs by the queue', async () => {
  const { rows } = await drizzle().execute<{ name: string; data: string }>(
    sql`select name, data::text as data from pgboss.job where data is not null`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { data } of rows) expect(data).not.toMatch(/@|zeynep|kanarya|öksürük|SO-\d{4}/i);
  const { rows: schedules } = await drizzle().execute<{ cron: string }>(
    sql`select cron from pgboss.schedule where name = 'cases.watch'`,
  );
  expect(schedules).toEqual([{ cron: '*/5 * * * *' }]);
});

it('[TRU-014] open pages of the console hear of arrivals, claims and late cases, and count them', async () => {
  const counts = () => first.call(cases.countWorklist);
  const countsNow = () => server.features.cases.counts({ id: randomUUID() });
  expect(await counts()).toEqual({ unclaimed: 0, late: 0, notes: 0, secondReads: 0 });
  const leaving = new AbortController();
  const cookie = first
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await fetch(`${server.address}${cases.streamConsoleEvents.path}`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const eventOf = (caseId: string) => `event: case\ndata: {"caseId":"${caseId}"}`;
  /** Reads events until the pages were told of this case again. */
  async function hear(caseId: string): Promise<string> {
    while (!heard.includes(eventOf(caseId))) heard += (await reader.read()).value;
    const all = heard;
    heard = '';
    return all;
  }
  /** Reads all earlier events, so that the next one heard is new. @returns them */
  async function hearAll(): Promise<string> {
    const mark = randomUUID();
    await notifyConsole(drizzle(), mark);
    return hear(mark);
  }
  try {
    const { caseId } = await submitted();
    await hear(caseId);
    expect(await counts()).toEqual({ unclaimed: 1, late: 0, notes: 0, secondReads: 0 });
    await server.waitForDraft(first, caseId);
    await hearAll();
    await watchAfter(25);
    expect(await hearAll()).toContain(eventOf(caseId));
    expect(await after(25, countsNow)).toEqual({ unclaimed: 1, late: 1, notes: 0, secondReads: 0 });
    await second.call(cases.claimCase, { params: { caseId } });
    await hear(caseId);
    expect(await after(25, countsNow)).toEqual({ unclaimed: 0, late: 1, notes: 0, secondReads: 0 });
  } finally {
    leaving.abort();
  }
});
