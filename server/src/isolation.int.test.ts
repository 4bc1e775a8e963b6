import { cases, type Endpoint, passkeys, questions, reports, shares, uploads } from '@duai/contract';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { relyingPartyOf } from './features/accounts/patients/passkeys/relying-party.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { findPatientRows, findSubjects } from './features/rights/patient-tables.store.ts';
import { createAuthenticator } from './testing/authenticator.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let me: Person;
let other: Person;
let about: Endpoint[];

interface Person {
  http: HttpClient;
  id: string;
  /** Every id of this patient, of whatever kind; `caseIds` are used where the path needs a case. */
  ids: string[];
  caseIds: string[];
}

/**
 * A patient with one of everything: a signed report, images, a link, a question, a passkey, an open case with an upload
 * in progress, sessions.
 */
async function person(email: string, radiologist: HttpClient, seed: number): Promise<Person> {
  const http = await server.patient({ email });
  const { caseId } = await createReportFactory(server, radiologist, smallPhantom(seed)).signed(http);
  await http.call(shares.createShare, { params: { caseId }, body: {} });
  await http.call(questions.askQuestion, { params: { caseId }, body: { text: 'Soru' } });
  const made = await http.call(passkeys.beginPasskey, { body: { password: 'yosunlu-kaya-42' } });
  const { origin } = relyingPartyOf(server.address);
  await http.call(passkeys.addPasskey, {
    body: { name: 'Telefon', credential: createAuthenticator(origin).create(made) },
  });
  const openCase = await server.openCase(http);
  await fetch(`${server.address}/api/second-opinion/cases/${openCase}/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${http.token()}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${Buffer.from('a.dcm').toString('base64')}`,
    },
  });
  const { drizzle } = server.parts.db;
  const { rows } = await drizzle.execute<{ id: string }>(sql`select id from patients where email = ${email}`);
  const { id } = rows[0]!;
  const subjects = await findSubjects(drizzle, await findPatientRows(drizzle, id));
  const sessions = await drizzle.execute<{ id: string }>(sql`select id from sessions where account_id = ${id}::uuid`);
  expect((await http.call(uploads.listUploads, { params: { caseId: openCase } })).length).toBe(1);
  return {
    http,
    id,
    ids: [...subjects.map((subject) => subject.subjectId), ...sessions.rows.map((row) => row.id)],
    caseIds: [caseId, openCase],
  };
}

beforeAll(async () => {
  server = await startTestServer();
  const radiologist = await server.staff('radiologist');
  me = await person('ben@duai.example', radiologist, 41);
  other = await person('baskasi@duai.example', radiologist, 42);
  about = (server.endpoints as Endpoint[]).filter(
    (endpoint) => endpoint.audience === 'patient' && endpoint.produces !== 'text/event-stream',
  );
}, 180_000);
afterAll(() => server.end());

const idNames = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+Id)\b/g)].map((match) => match[1]!);
/** A valid body, so that no call is refused before ownership is checked. */
const bodyOf = (endpoint: Endpoint, anyId: string): unknown => {
  if (endpoint === uploads.submitUploads) return { uploadIds: [anyId] };
  if (endpoint === questions.askQuestion) return { text: 'Soru' };
  if (endpoint === shares.createShare) return {};
  if (endpoint === reports.acknowledgeCritical) return { markedAt: '2026-01-05T08:00:00.000Z' };
  if (endpoint === passkeys.renamePasskey) return { name: 'Benim' };
  return undefined;
};

type Source = 'theirs' | 'mine' | 'nowhere';

describe('one patient and another', () => {
  it('share no id: whatever of theirs stands in a path or a body, the answer is that of an id that does not exist', async () => {
    const withIds = about.filter((endpoint) => idNames(endpoint).length > 0);
    expect(withIds.length).toBeGreaterThan(15);
    const unanswerable = withIds.filter((endpoint) => endpoint.body && bodyOf(endpoint, me.id) === undefined);
    expect(unanswerable.map(({ method, path }) => `${method} ${path} needs a body in this test`)).toEqual([]);

    const wish = fc.record({
      index: fc.nat(withIds.length - 1),
      sources: fc.array(fc.constantFrom<Source>('theirs', 'mine', 'nowhere'), { minLength: 3, maxLength: 3 }),
      pick: fc.nat(10_000),
      nowhere: fc.uuid(),
    });
    await fc.assert(
      fc.asyncProperty(wish, async ({ index, sources, pick, nowhere }) => {
        const endpoint = withIds[index]!;
        const names = idNames(endpoint);
        const chosen = names.map((_, at) => sources[at]!);
        // At least one id belongs to the other patient: the one in the body or, if chance chose none, the last one in
        // the path.
        if (!chosen.includes('theirs') && endpoint !== uploads.submitUploads) chosen[chosen.length - 1] = 'theirs';
        const from = (person: Person, name: string) => {
          const pool = name === 'caseId' ? person.caseIds : person.ids;
          return pool[pick % pool.length]!;
        };
        const idFor = (source: Source, name: string, theirs: string | null) =>
          source === 'mine' ? from(me, name) : source === 'theirs' ? (theirs ?? from(other, name)) : nowhere;
        const send = async (theirs: string | null) => {
          const params = Object.fromEntries(names.map((name, at) => [name, idFor(chosen[at]!, name, theirs)]));
          const body = bodyOf(endpoint, theirs ?? from(other, 'uploadId'));
          const answer = await me.http.send(endpoint, { params: params as never, body: body as never });
          return [answer.status, await answer.text()] as const;
        };
        const [found, none] = [await send(null), await send(nowhere)];
        expect(found, `${endpoint.method} ${endpoint.path} ${chosen}`).toEqual(none);
        expect(found[0], `${endpoint.method} ${endpoint.path} ${chosen}`).toBeGreaterThanOrEqual(400);
        if (chosen.includes('theirs')) expect([404, 415]).toContain(found[0]);
      }),
      { numRuns: 300 },
    );
    const touched = await server.parts.db.drizzle.execute(sql`
      select action from audit_events where actor_id = ${me.id}::uuid and outcome = 'ok'
        and subject_id = any(${sql.param(other.ids)}::text[])`);
    expect(touched.rows).toEqual([]);
  }, 180_000);

  it('appear in no list, log or copy of one another', async () => {
    const readable = about.filter((endpoint) => endpoint.method === 'GET' && endpoint.answer);
    expect(readable.length).toBeGreaterThan(8);
    const seen: string[] = [];
    for (const endpoint of readable) {
      for (const caseId of me.caseIds) {
        const answer = await me.http.send(endpoint, { params: { caseId } as never });
        if (answer.ok) seen.push(endpoint.path);
        const text = await answer.text();
        for (const id of other.ids) expect(text.includes(id), `${endpoint.path} tells ${id}`).toBe(false);
      }
    }
    for (const { path } of [
      cases.listCases,
      cases.getCase,
      reports.getReport,
      shares.listShares,
      questions.listQuestions,
    ])
      expect(seen).toContain(path);
  });
});
