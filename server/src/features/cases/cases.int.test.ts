import { randomUUID } from 'node:crypto';
import { accounts, cases, studies } from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { systemContext } from '../../core/actor.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { codeOf } from '../../testing/code-of.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isRecentlyRecorded } from '../audit/index.ts';
import { type CaseRow, cases as table } from './cases.tables.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const reportForm = (bytes: Uint8Array<ArrayBuffer> | string, name = 'rapor.pdf'): FormData => {
  const form = new FormData();
  form.append('report', new Blob([bytes]), name);
  return form;
};
const attach = (http: HttpClient, caseId: string, form: FormData) =>
  http.call(cases.uploadFirstReport, { params: { caseId }, form });

describe('a case', () => {
  it('is made once for one request, however often that arrives, and by each patient for itself', async () => {
    const [http, stranger] = [await server.patient(), await server.patient()];
    const body = { modality: 'MRI' as const, bodyPart: 'Diz', side: 'left' as const, requestId: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => http.call(cases.createCase, { body })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]).toMatchObject({ bodyPart: 'Diz', side: 'left', subject: null, firstReport: null });
    expect(await http.call(cases.listCases)).toHaveLength(1);
    const theirs = await stranger.call(cases.createCase, { body });
    expect(theirs.id).not.toBe(answers[0]!.id);
  });

  it('can be for a relative, with a declaration; the radiologist sees whom the images show', async () => {
    const http = await server.patient();
    const subject = {
      relation: 'child' as const,
      firstName: 'Ada',
      lastName: 'Kanarya',
      dateOfBirth: '2019-04-23',
      gender: 'female' as const,
    };
    const create = (isDeclared: boolean) =>
      http.call(cases.createCase, { body: { modality: 'X-Ray', subject: { ...subject, isDeclared } } });
    expect(await codeOf(create(false))).toBe('VALIDATION_FAILED');
    const created = await create(true);
    expect(created.subject).toEqual(subject);
    const reading = await radiologist.call(studies.getReading, { params: { caseId: created.id } });
    expect(reading.case.relation).toBe('child');
    expect(reading.case.patient).toMatchObject({ firstName: 'Ada', dateOfBirth: '2019-04-23', gender: 'female' });
  });
});

it('the radiologist sees whom the images name, by series', async () => {
  const http = await server.patient();
  const caseId = await server.openCase(http);
  const files = [3, 4].flatMap((seed) => smallPhantom(seed).files.slice(0, 2));
  await http.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  const people = async () =>
    (await radiologist.call(studies.getReading, { params: { caseId } })).studies
      .flatMap(({ series }) => series)
      .map((series) => series.people);
  await expect.poll(async () => (await people()).map(({ length }) => length)).toEqual([1, 1]);
  expect(new Set((await people()).flat())).toHaveProperty('size', 2);
});

describe('the first report', () => {
  it('comes as text, as a PDF, or as both, and is read by the radiologist', async () => {
    const http = await server.patient();
    const { id: caseId } = await http.call(cases.createCase, {
      body: { modality: 'CT', firstReportText: 'Nodül izlendi.' },
    });
    const pdf = '%PDF-1.7\nilk rapor';
    expect((await attach(http, caseId, reportForm(pdf, 'ilk rapor ş.pdf'))).firstReport).toEqual({
      text: 'Nodül izlendi.',
      file: { name: 'ilk rapor ş.pdf', sizeBytes: pdf.length },
    });
    for (const [reader, endpoint] of [
      [http, cases.getFirstReport],
      [radiologist, cases.getFirstReportForStaff],
    ] as const) {
      const answer = await reader.send(endpoint, { params: { caseId } });
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''ilk%20rapor%20%C5%9F.pdf");
      expect(await answer.text()).toBe(pdf);
    }
    const reading = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(reading.case.firstReport?.text).toBe('Nodül izlendi.');
    expect((await http.call(cases.removeFirstReport, { params: { caseId } })).firstReport).toEqual({
      text: 'Nodül izlendi.',
      file: null,
    });
    expect(await codeOf(http.bytes(cases.getFirstReport, { params: { caseId } }))).toBe('NOT_FOUND');
  });

  it('is refused with its reason, and belongs to its patient only', async () => {
    const [http, stranger] = [await server.patient(), await server.patient()];
    const caseId = await server.openCase(http);
    expect(await codeOf(attach(http, caseId, reportForm('<html>')))).toBe('FIRST_REPORT_NOT_PDF');
    expect(await codeOf(attach(http, caseId, reportForm(new Uint8Array(10 * 1024 * 1024 + 1))))).toBe(
      'FIRST_REPORT_TOO_LARGE',
    );
    expect(await codeOf(attach(stranger, caseId, reportForm('%PDF-1.7')))).toBe('NOT_FOUND');
    expect((await attach(http, caseId, reportForm('%PDF-1.7'))).firstReport?.text).toBeNull();
    expect((await http.call(cases.removeFirstReport, { params: { caseId } })).firstReport).toBeNull();
  });
});

describe('the worklist', () => {
  it('shows what is open by when it is due, then what is completed, the newest first', async () => {
    const http = await server.patient();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await server.openCase(http));
    const [late, soon, older, newer] = ids as [string, string, string, string];
    const hours = (count: number) => new Date(Date.parse('2026-11-01T08:00:00Z') + count * HOUR_MS);
    const change = (id: string, values: Partial<CaseRow>) =>
      server.parts.db.drizzle.update(table).set(values).where(eq(table.id, id));
    await change(soon, { status: 'processing', dueAt: hours(2) });
    await change(late, { status: 'processing', dueAt: hours(1) });
    await change(older, { status: 'completed', dueAt: hours(3), completedAt: hours(3) });
    await change(newer, { status: 'completed', dueAt: hours(5), completedAt: hours(4) });
    const shown = async (show: 'open' | 'completed' | 'all') =>
      (await radiologist.call(cases.getWorklist, { query: { show } }))
        .map(({ id }) => id)
        .filter((id) => ids.includes(id));
    expect(await shown('open')).toEqual([late, soon]);
    expect(await shown('completed')).toEqual([newer, older]);
    expect(await shown('all')).toEqual([late, soon, newer, older]);
  });

  it('is in the audit trail once for each reader and hour, and again as soon as it shows other cases', async () => {
    const reader = await server.staff('radiologist');
    const other = await server.staff('radiologist');
    const { user } = await reader.call(accounts.getStaff);
    const { drizzle } = server.parts.db;
    const recorded = async (id = user.id) =>
      (await drizzle.execute(sql`select 1 from audit_events where action = 'cases.worklist' and actor_id = ${id}`)).rows
        .length;
    const look = (who = reader) => who.call(cases.getWorklist, { query: { show: 'all' } });
    for (let again = 0; again < 5; again += 1) await look();
    expect(await recorded()).toBe(1);
    await look(other);
    expect(await recorded((await other.call(accounts.getStaff)).user.id)).toBe(1);
    await server.openCase(await server.patient());
    await drizzle.update(table).set({ status: 'processing' }).where(eq(table.status, 'uploaded'));
    await look();
    await look();
    expect(await recorded()).toBe(2);
    // An hour later: with a window of no time the row never counts as recent.
    const address = '127.0.0.1';
    const context = { ...systemContext, address, actor: { realm: 'staff' as const, sessionId: '', ...user } };
    const { rows } = await drizzle.execute<{ details: Record<string, string> }>(
      sql`select details from audit_events where action = 'cases.worklist' and actor_id = ${user.id} order by sequence desc limit 1`,
    );
    const entry = { action: 'cases.worklist', subjectType: 'worklist', subjectId: null, details: rows[0]!.details };
    expect(await isRecentlyRecorded(drizzle, context, entry, HOUR_MS)).toBe(true);
    expect(await isRecentlyRecorded(drizzle, context, entry, 0)).toBe(false);
    // The same account from another address counts as a separate look.
    expect(await isRecentlyRecorded(drizzle, { ...context, address: '192.0.2.1' }, entry, HOUR_MS)).toBe(false);
  });
});
