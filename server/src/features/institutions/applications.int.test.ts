import { institutions } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { codeOf } from '../../testing/code-of.ts';
import { application } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
});
afterAll(() => server.end());

async function apply(email: string): Promise<string> {
  await server.client().call(institutions.registerTrial, { body: application(email) });
  return (await operator.call(institutions.listApplications)).find((row) => row.email === email)!.id;
}
const mailTo = (email: string, words: string) =>
  expect
    .poll(async () => (await server.parts.mailbox.list()).filter((mail) => mail.to === email).map((mail) => mail.text))
    .toEqual(expect.arrayContaining([expect.stringContaining(words)]));

describe('an application', () => {
  it('is asked back, answered once by the mailed link, and then decided', async () => {
    const params = { applicationId: await apply('soru@duai.example') };
    const asked = await operator.call(institutions.askApplicant, { params, body: { question: 'Which scanners?' } });
    expect(asked).toMatchObject({ status: 'asked', question: 'Which scanners?', answer: null });
    await mailTo('soru@duai.example', 'Which scanners?');
    const token = await server.mailedToken('soru@duai.example', 'application');
    const visitor = server.client();
    expect(await visitor.call(institutions.getApplicationQuestion, { body: { token } })).toEqual({
      institutionName: 'Kıyı Radyoloji',
      question: 'Which scanners?',
    });
    const answer = () => visitor.call(institutions.answerApplicationQuestion, { body: { token, answer: 'Two.' } });
    expect(await codeOf(answer())).toBe('ok');
    expect(await codeOf(answer())).toBe('LINK_INVALID');
    await mailTo('operators@duai.example', 'has answered your question');
    const [row] = (await operator.call(institutions.listApplications)).filter(({ id }) => id === params.applicationId);
    expect(row).toMatchObject({ status: 'new', question: 'Which scanners?', answer: 'Two.' });
    expect((await operator.call(institutions.approveApplication, { params })).status).toBe('approved');
    expect(await codeOf(operator.call(institutions.askApplicant, { params, body: { question: 'More?' } }))).toBe(
      'APPLICATION_DECIDED',
    );
  });

  it('has a link that ends with its time, with a new question and with the decision', async () => {
    const params = { applicationId: await apply('sure@duai.example') };
    const visitor = server.client();
    const open = async (token: string) =>
      codeOf(visitor.call(institutions.getApplicationQuestion, { body: { token } }));
    await operator.call(institutions.askApplicant, { params, body: { question: 'One?' } });
    const first = await server.mailedToken('sure@duai.example', 'application');
    await server.parts.db.drizzle.execute(
      sql`update applications set question_expires_at = now() - interval '1 second' where id = ${params.applicationId}`,
    );
    expect(await open(first)).toBe('LINK_INVALID');
    await operator.call(institutions.askApplicant, { params, body: { question: 'Two?' } });
    await mailTo('sure@duai.example', 'Two?');
    expect(await open(first)).toBe('LINK_INVALID');
    await operator.call(institutions.declineApplication, { params, body: { reason: 'No DICOM node yet.' } });
    await mailTo('sure@duai.example', 'The reason: No DICOM node yet.');
    const links = (await server.parts.mailbox.list())
      .filter((mail) => mail.to === 'sure@duai.example')
      .flatMap((mail) => /application#token=([\w-]+)/.exec(mail.text)?.[1] ?? []);
    expect(links).toHaveLength(2);
    for (const token of links) expect(await open(token)).toBe('LINK_INVALID');
  });

  it('is listed before those that are decided, however many come after it; the list has an end', async () => {
    const waiting = await apply('bekleyen@duai.example');
    await server.parts.db.drizzle.execute(sql`
      insert into applications select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
        'status', 'declined', 'decided_at', now(), 'created_at', now() + n * interval '1 second'))).*
      from applications a, generate_series(1, 600) n where a.id = ${waiting}`);
    const rows = await operator.call(institutions.listApplications);
    expect(rows).toHaveLength(500);
    const decided = rows.findIndex(({ status }) => status === 'declined');
    expect(rows.findIndex(({ id }) => id === waiting)).toBeLessThan(decided);
    expect(rows.slice(decided).every(({ status }) => status === 'declined' || status === 'approved')).toBe(true);
    await server.parts.db.drizzle.execute(sql`delete from applications where email = 'bekleyen@duai.example'`);
  });

  it('is declined with a reason, not without', async () => {
    const params = { applicationId: await apply('nedensiz@duai.example') };
    const decline = operator.call(institutions.declineApplication, { params, body: { reason: '  ' } });
    expect(await codeOf(decline)).toBe('VALIDATION_FAILED');
  });
});

describe('an application that was not approved', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const age = (id: string, column: 'created_at' | 'decided_at', days: number) =>
    server.parts.db.drizzle.execute(
      sql`update applications set ${sql.identifier(column)} = ${new Date(Date.now() - days * DAY).toISOString()}::timestamptz where id = ${id}`,
    );
  const left = async () => (await operator.call(institutions.listApplications)).map(({ id }) => id);
  const traces = async (email: string, id: string) => {
    const { rows } = await server.parts.db.drizzle.execute<{ messages: number; origins: number; events: number }>(sql`
      select (select count(*)::int from outbox where recipient = ${email}) as messages,
        (select count(*)::int from audit_origins o join audit_events e using (sequence)
          where e.subject_id = ${id} and e.actor_realm = 'anonymous') as origins,
        (select count(*)::int from audit_events where subject_id = ${id}) as events`);
    return rows[0]!;
  };

  it('is removed half a year after the last word, with its messages and addresses; others stay', async () => {
    const declined = await apply('gitti@duai.example');
    await operator.call(institutions.declineApplication, {
      params: { applicationId: declined },
      body: { reason: 'No.' },
    });
    const forgotten = await apply('unutuldu@duai.example');
    const asked = await apply('soruldu@duai.example');
    await operator.call(institutions.askApplicant, { params: { applicationId: asked }, body: { question: 'Where?' } });
    const approved = await apply('kaldi@duai.example');
    await operator.call(institutions.approveApplication, { params: { applicationId: approved } });
    const again = await apply('gitti@duai.example');
    expect(await traces('unutuldu@duai.example', forgotten)).toMatchObject({ messages: 1, origins: 1, events: 1 });

    await age(declined, 'decided_at', 179);
    await age(forgotten, 'created_at', 179);
    await server.features.institutions.sweepApplications();
    expect(await left()).toEqual(expect.arrayContaining([declined, forgotten, asked, approved, again]));

    await age(declined, 'decided_at', 181);
    for (const id of [declined, forgotten, asked, approved]) await age(id, 'created_at', 181);
    await age(approved, 'decided_at', 181);
    await server.features.institutions.sweepApplications();
    await server.features.institutions.sweepApplications();
    const kept = await left();
    expect(kept).toEqual(expect.arrayContaining([asked, approved, again]));
    expect(kept).not.toContain(declined);
    expect(kept).not.toContain(forgotten);
    expect(await traces('unutuldu@duai.example', forgotten)).toEqual({ messages: 0, origins: 0, events: 1 });
    // The same person has another application, which is open.
    expect((await traces('gitti@duai.example', declined)).messages).toBeGreaterThan(0);
    expect((await server.features.audit.verify()).firstBadSequence).toBeNull();
  });
});
