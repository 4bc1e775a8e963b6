import { cases, LIMITS, questions } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let patient: HttpClient;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const ask = (caseId: string, text: string) =>
  patient.call(questions.askQuestion, { params: { caseId }, body: { text } });
const onWorklist = async (caseId: string, show: 'all' | 'questions') =>
  (await radiologist.call(cases.getWorklist, { query: { show } })).find((row) => row.id === caseId);

describe('questions within a case', () => {
  it('go both ways, and each side sees what the other has read', async () => {
    const caseId = await server.openCase(patient);
    expect(await ask(caseId, ' Bu ne demek? ')).toMatchObject({
      author: 'patient',
      text: 'Bu ne demek?',
      readAt: null,
    });
    expect((await onWorklist(caseId, 'all'))?.unreadQuestions).toBe(1);
    expect(await onWorklist(caseId, 'questions')).toBeDefined();

    await radiologist.call(questions.markQuestionsRead, { params: { caseId } });
    expect(await onWorklist(caseId, 'questions')).toBeUndefined();
    const answer = await radiologist.call(questions.answerQuestion, {
      params: { caseId },
      body: { text: 'Görüntüde bir değişiklik yok.' },
    });
    expect(answer).toMatchObject({ author: 'radiologist', authorName: expect.stringContaining('Dr.'), readAt: null });

    await patient.call(questions.markAnswersRead, { params: { caseId } });
    const thread = await radiologist.call(questions.listQuestionsForStaff, { params: { caseId } });
    expect(thread.map(({ author, text }) => [author, text])).toEqual([
      ['patient', 'Bu ne demek?'],
      ['radiologist', 'Görüntüde bir değişiklik yok.'],
    ]);
    for (const entry of thread) expect(entry.readAt).not.toBeNull();
    expect(await patient.call(questions.listQuestions, { params: { caseId } })).toEqual(thread);
  });

  it('tell the patient by mail that there is an answer, and nothing of what it says', async () => {
    const told = await server.patient();
    const caseId = await server.openCase(told);
    await radiologist.call(questions.answerQuestion, { params: { caseId }, body: { text: 'kanarya-yanıt' } });
    const mail = await waitFor(
      async () =>
        (await server.parts.mailbox.list()).find(
          (message) => message.to === told.email && message.subject?.includes('yeni bir yanıt'),
        ),
      60_000,
      () => 'no mail about the answer',
    );
    expect(mail.text).toContain(`/second-opinion/cases/${caseId}`);
    expect(`${mail.subject} ${mail.text}`).not.toContain('kanarya-yanıt');
    expect(server.logLines.join('')).not.toContain('kanarya-yanıt');
  });

  it('count also where many come at once', async () => {
    const caseId = await server.openCase(patient);
    const codes = await Promise.all(
      Array.from({ length: LIMITS.questionsPerDay + 10 }, (_, at) => codeOf(ask(caseId, `Soru ${at}`))),
    );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(LIMITS.questionsPerDay);
  });

  it('refuse nothing written, and more than a day can hold', async () => {
    const caseId = await server.openCase(patient);
    const empty = await patient.send(questions.askQuestion, { params: { caseId }, body: { text: '  \n ' } });
    expect(empty.status).toBe(400);
    for (let index = 0; index < LIMITS.questionsPerDay; index += 1) await ask(caseId, `Soru ${index}`);
    const more = await patient.send(questions.askQuestion, { params: { caseId }, body: { text: 'Bir tane daha' } });
    expect(more.status).toBe(429);
  });

  it('belong to the patient of the case', async () => {
    const caseId = await server.openCase(patient);
    await ask(caseId, 'Yalnız benim');
    const other = await server.patient();
    expect((await other.send(questions.listQuestions, { params: { caseId } })).status).toBe(404);
    expect((await other.send(questions.markAnswersRead, { params: { caseId } })).status).toBe(404);
    expect((await other.send(questions.askQuestion, { params: { caseId }, body: { text: 'x' } })).status).toBe(404);
  });
});
