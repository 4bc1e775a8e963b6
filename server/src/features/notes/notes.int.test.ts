import {
  accounts,
  cases,
  type Endpoint,
  notes,
  preliminaryReads,
  reports,
  rights,
  secondReads,
  shares,
  studies,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
import { houseDay } from '../../core/house-time.ts';
import { codeOf } from '../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from '../reports/report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let readers: { http: HttpClient; id: string; name: string; email: string }[];
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  // One after the other: colleagues are listed in the order in which they came.
  readers = [];
  while (readers.length < 3) {
    const http = await server.staff('radiologist');
    readers.push({ http, ...(await http.call(accounts.getStaff)).user });
  }
});
afterAll(() => server.end());
const setReadFirst = (isReadFirstForAll: boolean) =>
  operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll, secondReadPercent: 0 } });
beforeEach(() => setReadFirst(false));

const ask = (caseId: string, text = 'Bu odak sizce nedir?', from = readers[0]!, to = readers[1]!) =>
  from.http.call(notes.askColleague, { params: { caseId }, body: { colleagueId: to.id, text } });
const listed = async ({ http }: { http: HttpClient }, caseId: string) =>
  (await http.call(notes.listNotes, { params: { caseId } })).notes;
const rowOf = async ({ http }: { http: HttpClient }, caseId: string) =>
  (await http.call(cases.searchWorklist, { body: { show: 'all' } })).find(({ id }) => id === caseId)!;
const shownAs = async ({ http }: { http: HttpClient }) =>
  (await http.call(cases.searchWorklist, { body: { show: 'notes' } })).map(({ id }) => id);
const counted = async ({ http }: { http: HttpClient }) => (await http.call(cases.countWorklist)).notes;

describe('internal notes', () => {
  it('a colleague is asked, told, found in the worklist, and answers; who asked is told', async () => {
    const [asker, asked, other] = [readers[0]!, readers[1]!, readers[2]!];
    const caseId = await server.openCase(await server.patient());
    const { colleagues } = await asker.http.call(notes.listNotes, { params: { caseId } });
    expect(colleagues).toEqual([asked, other].map(({ id, name }) => ({ id, name, isAbsent: false })));

    const question = await ask(caseId, ' Bu odak sizce nedir? ');
    expect(question).toMatchObject({ text: 'Bu odak sizce nedir?', questionId: null, readAt: null });
    expect([await counted(asker), await counted(asked), await counted(other)]).toEqual([0, 1, 0]);
    expect([await shownAs(asker), await shownAs(asked)]).toEqual([[], [caseId]]);
    expect((await asked.http.call(cases.getWorklist, { query: { show: 'notes' } })).map(({ id }) => id)).toEqual([
      caseId,
    ]);
    expect((await rowOf(asked, caseId)).waitingNotes).toBe(1);

    // Reading a question answers nothing.
    await asked.http.call(notes.markNotesRead, { params: { caseId } });
    expect((await listed(asker, caseId))[0]!.readAt).not.toBeNull();
    expect(await counted(asked)).toBe(1);
    const answers = (by: { http: HttpClient }, text: string) =>
      by.http.call(notes.answerColleague, { params: { caseId, noteId: question.id }, body: { text } });
    await answers(asked, 'Granülom.');
    expect([await counted(asker), await counted(asked)]).toEqual([1, 0]);
    await asker.http.call(notes.markNotesRead, { params: { caseId } });
    expect(await counted(asker)).toBe(0);
    // Whoever knows more may say so; what the asker adds is for the one who was asked.
    await answers(other, 'Katılıyorum.');
    await answers(asker, 'Teşekkürler.');
    expect((await listed(other, caseId)).map(({ author, to, text }) => [author.id, to.id, text])).toEqual([
      [asker.id, asked.id, 'Bu odak sizce nedir?'],
      [asked.id, asker.id, 'Granülom.'],
      [other.id, asker.id, 'Katılıyorum.'],
      [asker.id, asked.id, 'Teşekkürler.'],
    ]);
    // A note stays as it was written, also in the database.
    await expect(
      server.parts.db.drizzle.execute(sql`update notes set text = 'x' where id = ${question.id}`),
    ).rejects.toThrow();
    const mails = await waitFor(
      async () => {
        const of = (await server.parts.mailbox.list()).filter(
          ({ text }) => text.includes('Meslektaşlar') || text.includes('Colleagues'),
        );
        return of.length >= 4 ? of : undefined;
      },
      60_000,
      () => 'no mails',
    );
    expect(mails.map(({ to }) => to).sort()).toEqual([asker.email, asker.email, asked.email, asked.email].sort());
    for (const { text, subject } of mails) {
      expect(text).toContain('/console/worklist');
      expect(`${subject} ${text}`).not.toMatch(/SO-\d|Granülom|odak|Zeynep/);
    }
  });

  it('are for radiologists who may see the opinions of others, and reach a colleague who is there', async () => {
    const [asker, asked] = [readers[0]!, readers[1]!];
    const caseId = await server.openCase(await server.patient());
    const to = (colleagueId: string) =>
      codeOf(asker.http.call(notes.askColleague, { params: { caseId }, body: { colleagueId, text: 'Soru' } }));
    const { id: operatorId } = (await operator.call(accounts.getStaff)).user;
    for (const nobody of [asker.id, operatorId]) expect(await to(nobody)).toBe('COLLEAGUE_NOT_THERE');
    const today = houseDay(new Date());
    const userId = asked.id;
    const absence = await operator.call(accounts.addAbsence, { params: { userId }, body: { from: today, to: today } });
    expect(await to(asked.id)).toBe('COLLEAGUE_NOT_THERE');
    await operator.call(accounts.removeAbsence, { params: { userId, absenceId: absence.id } });
    expect((await operator.send(notes.listNotes, { params: { caseId } })).status).toBe(403);
    expect(
      await codeOf(
        asker.http.call(notes.askColleague, { params: { caseId }, body: { colleagueId: userId, text: ' ' } }),
      ),
    ).toBe('VALIDATION_FAILED');
    // An answer belongs to a question of the same case.
    const { id: noteId } = await ask(caseId);
    const elsewhere = await server.openCase(await server.patient());
    const stray = asked.http.call(notes.answerColleague, {
      params: { caseId: elsewhere, noteId },
      body: { text: 'x' },
    });
    expect(await codeOf(stray)).toBe('NOT_FOUND');
  });

  it('are kept from a blinded second reader, and whoever has read one reads these images blinded no more', async () => {
    const [first, asked, second] = [readers[0]!, readers[1]!, readers[2]!];
    const { caseId, draft } = await createReportFactory(server, first.http).drafted(await server.patient());
    const params = { caseId };
    await first.http.call(reports.saveReport, {
      params,
      body: { version: draft.version, language: 'tr', content: { ...draft.content, ...WRITTEN } },
    });
    const { id: noteId } = await ask(caseId);
    await listed(asked, caseId);
    await first.http.call(secondReads.askSecondRead, { params });
    for (const { http } of [asked, second]) {
      expect(await codeOf(http.call(notes.listNotes, { params }))).toBe('SECOND_READ_BLINDED');
      const answer = http.call(notes.answerColleague, { params: { caseId, noteId }, body: { text: 'x' } });
      expect(await codeOf(answer)).toBe('SECOND_READ_BLINDED');
      expect(await codeOf(http.call(notes.markNotesRead, { params }))).toBe('SECOND_READ_BLINDED');
    }
    expect(await codeOf(ask(caseId, 'Soru', second, asked))).toBe('SECOND_READ_BLINDED');
    // The one who had seen the question before cannot become the reader, the other one can.
    expect(await codeOf(asked.http.call(secondReads.takeSecondRead, { params }))).toBe('SECOND_READ_SEEN');
    await second.http.call(secondReads.takeSecondRead, { params });
    expect(await listed(first, caseId)).toHaveLength(1);
  });

  it('of others are kept from who reads before AI, those from or to them are not', async () => {
    const [asker, asked, other] = [readers[0]!, readers[1]!, readers[2]!];
    const caseId = await server.openCase(await server.patient());
    const { id: noteId } = await ask(caseId, 'YZ burada nodül diyor.');
    await setReadFirst(true);
    expect(await listed(other, caseId)).toEqual([]);
    const answer = other.http.call(notes.answerColleague, { params: { caseId, noteId }, body: { text: 'x' } });
    expect(await codeOf(answer)).toBe('NOT_FOUND');
    expect(await listed(asker, caseId)).toHaveLength(1);
    expect(await listed(asked, caseId)).toHaveLength(1);
  });

  it('every look at them is in the audit trail, once in an hour for the same notes', async () => {
    const asker = readers[0]!;
    const caseId = await server.openCase(await server.patient());
    const read = async () => {
      const { rows } = await server.parts.db.drizzle.execute<{ action: string }>(
        sql`select action from audit_events where subject_id = ${caseId} and action like 'notes.%' order by sequence`,
      );
      return rows.map(({ action }) => action);
    };
    await listed(asker, caseId);
    await listed(asker, caseId);
    expect(await read()).toEqual(['notes.read']);
    await ask(caseId);
    await listed(asker, caseId);
    expect(await read()).toEqual(['notes.read', 'notes.ask', 'notes.read']);
  });
});

describe('what is said in a note', () => {
  const [ASKED, ANSWERED, REPORTED] = ['kanaryasoru', 'kanaryacevap', 'kanaryarapor'];
  const NOWHERE = '00000000-0000-4000-8000-000000000000';

  /** All texts in the bytes of an answer: of a PDF its lines, of a ZIP and of a DICOM file with a PDF what they hold. */
  async function textIn(bytes: Uint8Array): Promise<string> {
    const begin = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    if (begin === 'PK\u0003\u0004') return (await Promise.all(Object.values(unzipSync(bytes)).map(textIn))).join('\n');
    if (begin === '%PDF') return (await pdfLines(bytes)).join('\n');
    const raw = Buffer.from(bytes);
    const pdf = raw.indexOf('%PDF-');
    return raw.toString('utf8') + (pdf > 0 ? (await pdfLines(raw.subarray(pdf))).join('\n') : '');
  }

  it('leaves the reading room by no way: report, PDF, objects, FHIR, copy, link, pages, mails, jobs, logs, metrics', async () => {
    const [asker, asked] = [readers[0]!, readers[1]!];
    const patient = await server.patient();
    const { caseId, draft } = await createReportFactory(server, asker.http).drafted(patient);
    const params = { caseId };
    const { id: noteId } = await ask(caseId, ASKED);
    await asked.http.call(notes.answerColleague, { params: { caseId, noteId }, body: { text: ANSWERED } });
    const { version } = await asker.http.call(reports.saveReport, {
      params,
      body: {
        version: draft.version,
        language: 'tr',
        content: { ...draft.content, ...WRITTEN, impression: `${WRITTEN.impression} ${REPORTED}.` },
      },
    });
    await checkReading(asker.http, caseId);
    await asker.http.call(reports.signReport, { params, body: { ...SIGNS, version } });
    const { confirmation } = SIGNS;
    await asker.http.call(reports.addAddendum, { params, body: { text: 'Ek.', kind: 'supplement', confirmation } });
    await waitFor(
      async () => (await patient.send(reports.getReportPdf, { params })).ok || undefined,
      60_000,
      () => 'no PDF',
    );
    const { share, link, pin } = await patient.call(shares.createShare, { params, body: { maxOpenings: 20 } });
    const doctor = server.client();
    const opened = await doctor.call(shares.openShare, { body: { secret: link.split('#token=')[1]!, pin } });
    await patient.call(rights.prepareExport);

    const reading = await asker.http.call(studies.getReading, { params });
    const series = reading.studies[0]!.series[0]!;
    const known: Record<string, string> = {
      caseId,
      shareId: share.id,
      imageId: series.instances[0]!.id,
      instanceId: series.instances[0]!.id,
      seriesId: series.id,
      noteId,
    };
    const callers: Record<string, HttpClient> = {
      patient,
      doctor,
      operator,
      anonymous: server.client(),
      radiologist: asker.http,
    };
    const OF: Partial<Record<Endpoint['audience'], readonly string[]>> = {
      public: ['anonymous', 'patient', 'doctor'],
      patient: ['patient'],
      'shared-link': ['doctor'],
      operator: ['operator'],
      staff: ['operator', 'radiologist'],
      radiologist: ['radiologist'],
    };
    const found = new Map<string, string>();
    const asks = (server.endpoints as Endpoint[]).filter(
      ({ method, produces }) => method === 'GET' && produces !== 'text/event-stream',
    );
    for (const endpoint of asks)
      for (const caller of OF[endpoint.audience] ?? []) {
        const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
        const answer = await callers[caller]!.send(endpoint, {
          params: Object.fromEntries(names.map((name) => [name, known[name] ?? NOWHERE])) as never,
        });
        const text = await textIn(new Uint8Array(await answer.arrayBuffer()));
        found.set(`${caller} ${endpoint.path}`, text);
      }
    // What comes by other calls, and what people and machines keep of it.
    found.set('opened link', JSON.stringify(opened));
    found.set('reading page', JSON.stringify(reading));
    found.set('worklist', JSON.stringify(await asked.http.call(cases.searchWorklist, { body: { show: 'all' } })));
    found.set('mails', JSON.stringify(await server.parts.mailbox.list()));
    found.set('metrics', await (await fetch(`${server.address}/metrics`)).text());
    found.set('log', server.logLines.join('\n'));
    const { rows: kept } = await server.parts.db.drizzle.execute<{
      table: string;
      said: boolean;
      reported: boolean;
    }>(sql`
      select 'jobs' as table, bool_or(j::text like '%kanarya%') as said, false as reported from pgboss.job j
      union all select 'audit', bool_or(e::text like '%kanarya%'), false from audit_events e
      union all select 'outbox', bool_or(o::text like '%kanarya%'), false from outbox o
      union all select 'reports', bool_or(r::text ~ 'kanarya(soru|cevap)'), bool_or(r::text like '%kanaryarapor%') from reports r
      union all select 'versions', bool_or(v::text ~ 'kanarya(soru|cevap)'), true from report_versions v`);
    expect(Object.fromEntries(kept.map(({ table, said }) => [table, said]))).toEqual({
      jobs: false,
      audit: false,
      outbox: false,
      reports: false,
      versions: false,
    });
    expect(kept.find(({ table }) => table === 'reports')!.reported).toBe(true);

    const holding = (word: string) => [...found].filter(([, text]) => text.includes(word)).map(([name]) => name);
    // The looking itself works: notes are found where they belong, and the report wherever it goes.
    const own = `radiologist ${notes.listNotes.path}`;
    for (const word of [ASKED!, ANSWERED!]) expect(holding(word)).toEqual([own]);
    expect(holding(REPORTED!)).toEqual(
      expect.arrayContaining([
        `patient ${reports.getReport.path}`,
        `patient ${reports.getReportPdf.path}`,
        `patient ${rights.downloadExport.path}`,
        `doctor ${shares.getSharedCase.path}`,
        `doctor ${shares.getSharedReportPdf.path}`,
        `radiologist ${reports.getReportObjects.path}`,
        `radiologist ${reports.getReportPdfForStaff.path}`,
        'opened link',
        'reading page',
      ]),
    );
  });
});
