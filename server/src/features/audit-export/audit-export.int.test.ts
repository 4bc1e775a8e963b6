import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { accounts, auditReceivers as contract, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { type RsyslogServer, startRsyslog } from '../../../../scripts/test-servers/rsyslog.ts';
import type { SyslogAddress } from '../../adapters/syslog/port.ts';
import { systemContext } from '../../core/actor.ts';
import { codeOf } from '../../testing/code-of.ts';
import { type FhirResource, resourceProblems } from '../../testing/fhir.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuditSender } from './send-audit.ts';

const SCHEMA = join(import.meta.dirname, 'testdata/audit-message.rng');
const MINUTE_MS = 60_000;

let rsyslog: RsyslogServer;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  rsyslog = await startRsyslog();
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
}, 120_000);
afterAll(async () => {
  await server.end();
  await rsyslog.close();
});

const body = (name: string, format: 'dicom' | 'fhir', change: { port?: number; certificate?: string } = {}) => ({
  ...{ name, host: '127.0.0.1', port: rsyslog.port, format, certificate: rsyslog.certificate.cert },
  ...change,
});
/** The job, as it runs so many minutes from now. */
async function sendIn(minutes: number): Promise<void> {
  const at = Date.now() + minutes * MINUTE_MS;
  const moved = vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(at));
  try {
    await server.features.auditExport.sendAll();
  } finally {
    moved.mockRestore();
  }
}
const came = (isSo: (messages: Awaited<ReturnType<RsyslogServer['messages']>>) => boolean) =>
  waitFor(
    async () => {
      const messages = await rsyslog.messages();
      return isSo(messages) ? messages : undefined;
    },
    20_000,
    () => 'rsyslog did not write it',
  );
const allow = (receiverId: string) =>
  operator.call(contract.allowPrivateAuditReceiver, { params: { receiverId }, body: { mayBePrivate: true } });
const one = async (on: HttpClient, id: string) =>
  (await on.call(contract.listAuditReceivers)).find((row) => row.id === id)!;

it('what concerns an institution reaches its receiver as DICOM audit messages by syslog over TLS, and nothing else does', async () => {
  const { admin } = await factory.activated('siem');
  const { admin: stranger } = await factory.activated('oteki');
  const { id } = await admin.call(contract.addAuditReceiver, { body: body('SIEM', 'dicom') });
  const params = { receiverId: id };
  expect(await codeOf(stranger.call(contract.removeAuditReceiver, { params }))).toBe('NOT_FOUND');
  expect(await stranger.call(contract.listAuditReceivers)).toEqual([]);
  await factory.signIn('siem');
  const { scan } = await factory.upload(admin);
  await admin.call(scanContract.getScan, { params: { scanId: scan.id } });
  const { scan: theirs } = await factory.upload(stranger);
  await stranger.call(scanContract.getScan, { params: { scanId: theirs.id } });

  // A private network, before an operator allowed it.
  await sendIn(0);
  expect(await one(admin, id)).toMatchObject({ failures: 1, lastFailure: 'ADDRESS_REFUSED', lastSentAt: null });
  await allow(id);
  await sendIn(1);
  const messages = await came((all) => all.some(({ content }) => content.includes('trial.read-scan')));
  expect(await one(admin, id)).toMatchObject({ failures: 0, lastFailure: null });
  expect(messages.map(({ priority, app, messageId }) => [priority, app, messageId])).toEqual(
    messages.map(() => ['85', 'DUAI', 'DICOM+RFC3881']),
  );
  for (const { content } of messages) {
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--relaxng', SCHEMA, '-'], {
      input: content,
      encoding: 'utf8',
    });
    expect(status, `${stderr}${content}`).toBe(0);
  }
  const all = messages.map(({ content }) => content).join('\n');
  expect(all).toContain(`ParticipantObjectID="${scan.id}"`);
  expect(all).toMatch(/csd-code="110103" codeSystemName="DCM" originalText="DICOM Instances Accessed"/);
  expect(all).toMatch(/EventTypeCode csd-code="accounts\.login".*originalText="institution-user"/);
  expect(all).not.toContain(theirs.id);
  expect(all).not.toMatch(/PHANTOM|siem@duai/);

  // Each once, in their order, and nothing when nothing happened.
  await sendIn(2);
  const sequences = (text: string) =>
    [...text.matchAll(/type="sequence" value="([^"]+)"/g)].map(([, value]) =>
      Number(Buffer.from(value!, 'base64').toString('utf8')),
    );
  expect(sequences(all)).toEqual([...new Set(sequences(all))].sort((a, b) => a - b));
  const { rows } = await server.parts.db.drizzle.execute<{ n: string }>(sql`
    select count(*) as n from audit_of_institutions v join audit_receivers r on r.institution_id = v.institution_id
    where r.id = ${id} and v.sequence >= ${sequences(all)[0]!} and v.sequence <= r.last_sequence`);
  expect((await rsyslog.messages()).length).toBe(Number(rows[0]!.n));
});

it('the operator is sent the whole trail as FHIR AuditEvents, valid by R4', async () => {
  const before = (await rsyslog.messages()).length;
  const { id } = await operator.call(contract.addOperatorAuditReceiver, { body: body('Alle', 'fhir') });
  const { admin } = await factory.activated('fhirli');
  expect(await codeOf(admin.call(contract.removeAuditReceiver, { params: { receiverId: id } }))).toBe('NOT_FOUND');
  await server.client().send(accounts.loginPatient, { body: { email: 'yok@duai.example', password: 'yanlis-parola' } });
  await sendIn(0);
  const messages = (await came((all) => all.some(({ content }) => content.includes('accounts.login')))).slice(before);
  const fhir = messages.filter(({ messageId }) => messageId === 'FHIR+R4');
  const events = fhir.map(({ content }) => JSON.parse(content) as FhirResource);
  expect(events.length).toBeGreaterThan(3);
  expect(events.flatMap(resourceProblems)).toEqual([]);
  expect(JSON.stringify(events)).not.toMatch(/fhirli@duai|yok@duai/);
  expect(events).toContainEqual(
    expect.objectContaining({ type: expect.objectContaining({ code: '110114' }), subtype: [expect.anything()] }),
  );
  await operator.call(contract.removeOperatorAuditReceiver, { params: { receiverId: id } });
});

it('a receiver that is away, or another than was entered, gets nothing lost: waits grow, and all comes when it is back', async () => {
  const { admin } = await factory.activated('kopuk');
  const wrong = await startRsyslog();
  // Its port, with the certificate of the other one.
  const { id } = await admin.call(contract.addAuditReceiver, { body: body('X', 'dicom', { port: wrong.port }) });
  await allow(id);
  await sendIn(0);
  expect(await one(admin, id)).toMatchObject({ failures: 1, lastFailure: 'CERTIFICATE' });
  expect(await wrong.messages()).toEqual([]);
  await wrong.close();
  // Not before its time; then the next wait is twice as long.
  await sendIn(0.1);
  expect((await one(admin, id)).failures).toBe(1);
  await sendIn(1);
  const { failures, lastFailure, nextTryAt } = await one(admin, id);
  expect([failures, lastFailure]).toEqual([2, 'ECONNREFUSED']);
  expect(Date.parse(nextTryAt)).toBeGreaterThan(Date.now() + 1.9 * MINUTE_MS);
  const before = (await rsyslog.messages()).length;
  await server.parts.db.drizzle.execute(sql`update audit_receivers set port = ${rsyslog.port} where id = ${id}`);
  await sendIn(3);
  const messages = (await came((all) => all.length > before)).slice(before);
  expect(messages.map(({ content }) => content).join()).toContain('audit-export.add-receiver');
  expect(await one(admin, id)).toMatchObject({ failures: 0, lastFailure: null });
});

it('a receiver with a long backlog gives way after its turn; the next run goes on with it', async () => {
  const HOST = 'long-backlog.example';
  const { id } = await operator.call(contract.addOperatorAuditReceiver, {
    body: { ...body('Geride', 'dicom'), host: HOST },
  });
  const entry = { action: 'operations.read-audit', subjectType: 'audit', subjectId: null };
  await server.parts.db.transaction(async (tx) => {
    for (let at = 0; at < 1001; at += 1) await server.features.audit.record(tx, systemContext, entry);
  });
  // Each batch takes longer than a turn.
  const sizes: number[] = [];
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const syslog = {
    async send({ host }: SyslogAddress, messages: readonly Buffer[]) {
      // Receivers of the tests before may be due as well.
      if (host !== HOST) return;
      sizes.push(messages.length);
      now += MINUTE_MS;
    },
  };
  const { audit } = server.features;
  const sender = createAuditSender({ ...server.parts, clock, syslog, audit, publicUrl: () => server.address });
  await sender.sendAll();
  expect(sizes).toEqual([500]);
  await sender.sendAll();
  expect(sizes).toEqual([500, 500]);
  await operator.call(contract.removeOperatorAuditReceiver, { params: { receiverId: id } });
});
