import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts, cases, LIMITS, notes, passkeys, reports, rights, shares } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { createAuthenticator } from '../../../testing/authenticator.ts';
import { jpeg, smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../../reports/report-factory.ts';
import { ingest } from '../../studies/index.ts';

const PASSWORD = 'yosunlu-kaya-42';
/** Entered in every field that a person fills in; afterwards it must not be found anywhere. */
const CANARY = /sarıkanat|sarikanat|kanaryagil/i;
const EMAIL = 'sarikanat@duai.example';

let server: TestServer;
let canary: HttpClient;
let neighbour: HttpClient;
let patientId: string;
let caseId: string;
const phantom = smallPhantom(77);
beforeAll(async () => {
  server = await startTestServer();
  const radiologist = await server.staff('radiologist');
  canary = await server.patient({ email: EMAIL, phone: '+90 555 111 22 33', preferredNotification: 'both' });
  ({ caseId } = await createReportFactory(server, radiologist, phantom).signed(canary));
  await waitFor(
    async () => (await canary.send(reports.getReportPdf, { params: { caseId } })).ok || undefined,
    60_000,
    () => 'no PDF',
  );
  const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(
    sql`select id from patients where email = ${EMAIL}`,
  );
  patientId = rows[0]!.id;
  const made = await canary.call(passkeys.beginPasskey, { body: { password: PASSWORD } });
  const device = createAuthenticator(server.address.replace('127.0.0.1', 'localhost'));
  await canary.call(passkeys.addPasskey, { body: { name: 'Sarıkanat telefonu', credential: device.create(made) } });
  // Two radiologists about the case, in notes that the patient never sees.
  const colleague = await server.staff('radiologist');
  const { user } = await colleague.call(accounts.getStaff);
  const note = await radiologist.call(notes.askColleague, {
    params: { caseId },
    body: { colleagueId: user.id, text: 'Sarıkanat için sizce?' },
  });
  await colleague.call(notes.answerColleague, { params: { caseId, noteId: note.id }, body: { text: 'Kanaryagil.' } });
  // A second case, with text and with a picture that another patient has too.
  const open = await canary.call(cases.createCase, {
    body: {
      modality: 'X-Ray',
      bodyPart: 'Sarıkanat',
      clinicalHistory: 'Sarıkanat öyküsü',
      symptoms: 'Sarıkanat ağrısı',
    },
  });
  const picture = await jpeg();
  await canary.call(cases.uploadCaseImages, {
    params: { caseId: open.id },
    form: imagesForm([{ name: 'sarıkanat.jpg', bytes: picture }]),
  });
  await server.waitForDraft(radiologist, open.id);
  neighbour = await server.patient();
  const theirs = await server.openCase(neighbour, 'X-Ray');
  await neighbour.call(cases.uploadCaseImages, {
    params: { caseId: theirs },
    form: imagesForm([{ name: 'ortak.jpg', bytes: picture }]),
  });
  // A doctor with a link, a failed sign-in, a forgotten password, and a copy that was requested but not fetched.
  const shared = await canary.call(shares.createShare, { params: { caseId }, body: { label: 'Dr. Kanaryagil' } });
  await server.client().call(shares.openShare, { body: { secret: shared.link.split('#token=')[1]!, pin: shared.pin } });
  await server.client().send(accounts.loginPatient, { body: { email: EMAIL, password: 'yanlış-parola' } });
  await server.client().call(accounts.forgotPatientPassword, { body: { email: EMAIL } });
  await canary.call(rights.prepareExport);
}, 180_000);
afterAll(() => server.end());
afterEach(() => vi.restoreAllMocks());

const laterBy = (days: number) => {
  const at = Date.now() + days * 86_400_000;
  vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(at));
};
const mails = async () => (await server.parts.mailbox.list()).map(({ to, text, subject }) => ({ to, text, subject }));
const stateOf = async () =>
  (
    await server.parts.db.drizzle.execute<{ state: string }>(
      sql`select state from erasures order by requested_at desc limit 1`,
    )
  ).rows[0]?.state;

/** Every row of every table, in every schema, as text. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const { drizzle } = server.parts.db;
  const tables = await drizzle.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  expect(tables.rows.length).toBeGreaterThan(20);
  const found: { table: string; row: string }[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await drizzle.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}

/** Every file that the server keeps outside its database: images, reports, partial uploads, mails. */
const everyFile = (): { path: string; bytes: Buffer }[] =>
  readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('before an erasure', () => {
  it('the canary is where this test will look for it afterwards', async () => {
    const tables = new Set((await everyRow()).filter(({ row }) => CANARY.test(row)).map(({ table }) => table));
    for (const table of [
      'patients',
      'cases',
      'instances',
      'outbox',
      'link_tokens',
      'shares',
      'reports',
      'passkeys',
      'notes',
    ])
      expect([...tables], table).toContain(table);
    const files = everyFile();
    expect(files.some(({ path, bytes }) => path.includes('mailbox') && CANARY.test(bytes.toString()))).toBe(true);
    for (const file of phantom.files) expect(files.some(({ bytes }) => bytes.equals(file.bytes))).toBe(true);
  });

  it('the password is asked for, mail says the day, and one can change one’s mind', async () => {
    expect((await canary.send(rights.requestErasure, { body: { password: 'yanlış-parola' } })).status).toBe(422);
    expect(await canary.call(rights.getErasure)).toEqual({ erasure: null });
    const { erasure } = await canary.call(rights.requestErasure, { body: { password: PASSWORD } });
    expect(Date.parse(erasure!.dueAt) - Date.parse(erasure!.requestedAt)).toBe(LIMITS.erasureGraceDays * 86_400_000);
    expect((await canary.call(rights.requestErasure, { body: { password: PASSWORD } })).erasure).toEqual(erasure);
    await expect.poll(async () => (await mails()).map((mail) => mail.subject).join()).toMatch(/tarihinde silinecek/);
    laterBy(13.9);
    await server.features.rights.erasure.startDue();
    expect(await stateOf()).toBe('waiting');
    expect(await canary.call(rights.cancelErasure)).toEqual({ erasure: null });
    laterBy(15);
    await server.features.rights.erasure.startDue();
    await expect.poll(async () => (await mails()).map((mail) => mail.subject)).toContain('Hesabınız silinmeyecek');
    expect(await stateOf()).toBe('cancelled');
    expect((await canary.send(cases.getCase, { params: { caseId } })).status).toBe(200);
  });

  it('the database keeps signed reports and the audit trail from everybody else', async () => {
    const { drizzle } = server.parts.db;
    await drizzle.execute(sql`select set_config('duai.erasure', ${patientId}, false)`);
    for (const table of ['reports', 'report_documents', 'audit_events'])
      await expect(drizzle.execute(sql`delete from ${sql.identifier(table)}`), table).rejects.toThrow();
  });
});

describe('an erasure', () => {
  let proof: Awaited<ReturnType<HttpClient['call']>> & Record<string, never>;
  it('takes account, cases, files and messages, and mails the proof [PAT-118]', async () => {
    const token = canary.token();
    await canary.call(rights.requestErasure, { body: { password: PASSWORD } });
    laterBy(LIMITS.erasureGraceDays);
    await server.features.rights.erasure.startDue();
    await expect.poll(stateOf).toBe('done');
    vi.restoreAllMocks();
    const last = await waitFor(
      async () => (await mails()).find((mail) => mail.subject === 'Verileriniz silindi'),
      60_000,
      () => 'no last mail',
    );
    const secret = /erasure-proof#token=([\w-]+)/.exec(last.text)![1]!;
    proof = (await server.client().call(rights.getErasureProof, { body: { token: secret } })) as never;
    canary.useToken(token);
    expect((await canary.send(cases.listCases)).status).toBe(401);
    expect(
      (await server.client().send(accounts.loginPatient, { body: { email: EMAIL, password: PASSWORD } })).status,
    ).toBe(401);
  }, 90_000);

  it('proves itself by a document that names nobody and whose hash stands in the audit trail', async () => {
    const {
      document,
      sha256: hash,
      proof: said,
    } = proof as unknown as {
      document: string;
      sha256: string;
      proof: rights.ErasureProof;
    };
    expect(sha256(Buffer.from(document))).toBe(hash);
    expect(JSON.parse(document)).toEqual(said);
    expect(document).not.toMatch(CANARY);
    expect(document).not.toContain(patientId);
    expect(said.rows).toMatchObject({ account: 1, cases: 2, reports: 2, shares: 1, 'share-openings': 1, consents: 4 });
    expect(said.rows.notes).toBe(2);
    expect(said.rows.images).toBe(phantom.files.length + 1);
    expect(said.rows.sessions).toBeGreaterThan(0);
    expect(said.messages).toBeGreaterThan(3);
    expect(said.files.removed).toBeGreaterThan(phantom.files.length);
    // The picture that the neighbour also has, and its preview.
    expect(said.files.keptForOthers).toBe(2);
    expect(said.kept.find((kept) => kept.what === 'audit-rows')!.count).toBeGreaterThan(10);
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select 1 from audit_events where action = 'rights.prove-erasure' and details->>'sha256' = ${hash}`,
    );
    expect(rows).toHaveLength(1);
    expect((await server.client().send(rights.getErasureProof, { body: { token: 'x'.repeat(43) } })).status).toBe(410);
  });

  it('leaves no trace: database, storage, mailbox, outbox, logs', async () => {
    // The last message is deleted once it was sent.
    await expect.poll(async () => (await everyRow()).filter(({ row }) => CANARY.test(row))).toEqual([]);
    const named = (await everyRow()).filter(({ row }) => row.includes(patientId) || row.includes(caseId));
    // Only the audit trail and the queue's record of finished jobs keep the ids, which are random and lead nowhere.
    const elsewhere = named.filter(({ table }) => table !== 'audit_events' && !table.startsWith('job'));
    expect(elsewhere).toEqual([]);
    const files = everyFile();
    expect(files.filter(({ bytes }) => CANARY.test(bytes.toString('utf8'))).map(({ path }) => path)).toEqual([]);
    for (const file of phantom.files) expect(files.some(({ bytes }) => bytes.equals(file.bytes))).toBe(false);
    expect(server.logLines.join('')).not.toMatch(CANARY);
  });

  it('leaves the audit chain whole, without the addresses of who is gone, and other people’s files', async () => {
    expect(await server.features.audit.verify()).toMatchObject({ firstBadSequence: null });
    const { rows } = await server.parts.db.drizzle.execute<{ own: number; others: number }>(sql`
      select count(*) filter (where e.actor_id = ${patientId}::uuid)::int as own,
        count(*) filter (where e.actor_realm = 'patient' and e.actor_id <> ${patientId}::uuid)::int as others
      from audit_origins o join audit_events e on e.sequence = o.sequence`);
    expect(rows[0]!.own).toBe(0);
    expect(rows[0]!.others).toBeGreaterThan(0);
    const [own] = await neighbour.call(cases.listCases);
    const preview = await waitFor(
      async () => {
        const answer = await neighbour.send(cases.getCaseImagePreview, {
          params: { caseId: own!.id, imageId: own!.images[0]!.id },
        });
        return answer.ok ? answer : undefined;
      },
      60_000,
      () => 'no preview',
    );
    expect(preview.headers.get('content-type')).toBe('image/png');
  });

  it('lets work that waited for an erased case come to nothing', async () => {
    const owner = { caseId, submission: 1 };
    await ingest(server.parts, server.features, owner);
    await server.features.analyses.plan(owner);
    await server.features.analyses.run({ ...owner, analysisId: caseId }, { attempt: 1, isLastAttempt: false });
    await expect
      .poll(async () => (await server.parts.queue.counts()).every(({ waiting, active }) => waiting + active === 0))
      .toBe(true);
    expect((await server.parts.queue.counts()).every(({ dead }) => dead === 0)).toBe(true);
  });

  it('is done once: the same job again changes nothing', async () => {
    const rows = async () => (await everyRow()).filter(({ table }) => /^(erasures|patients|cases|outbox)$/.test(table));
    const before = await rows();
    laterBy(40);
    await server.features.rights.erasure.startDue();
    expect(await rows()).toEqual(before);
    expect(await stateOf()).toBe('done');
  });
});
