import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accounts, cases, criticalCalls, LIMITS, reports, secondReads, shares } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../../scripts/instance.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

const MINUTE_MS = 60_000;
const CLINICAL = 'Pulmoner emboli';

let server: TestServer;
let clockFile: string;
let radiologist: HttpClient;
let colleague: HttpClient;
let operator: HttpClient;
let staff: { signer: string; operator: string; colleague: string };
let factory: ReturnType<typeof createReportFactory>;
beforeAll(async () => {
  clockFile = join(await temporaryDirectory(), 'clock-offset');
  server = await startTestServer({ CLOCK_OFFSET_FILE: clockFile });
  radiologist = await server.staff('radiologist');
  colleague = await server.staff('radiologist');
  operator = await server.staff('operator');
  const emailOf = async (http: HttpClient) => (await http.call(accounts.getStaff)).user.email;
  staff = {
    signer: await emailOf(radiologist),
    colleague: await emailOf(colleague),
    operator: await emailOf(operator),
  };
  factory = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

/** Runs the watch with the clock moved on by this many minutes. */
async function watchAfter(minutes: number): Promise<void> {
  await writeFile(clockFile, String(minutes * MINUTE_MS));
  try {
    await server.features.reports.watchCritical();
  } finally {
    await writeFile(clockFile, '0');
  }
}

/** The recipients of a message, one entry for each message. */
const told = async (template: string) =>
  (
    await server.parts.db.drizzle.execute<{ recipient: string; channel: string }>(
      sql`select recipient, channel from outbox where template = ${template} order by created_at, channel`,
    )
  ).rows;

async function signed(patient: HttpClient, isCritical: boolean): Promise<string> {
  const { caseId, draft } = await factory.drafted(patient);
  const params = { caseId };
  const content = { ...draft.content, ...WRITTEN, impression: CLINICAL };
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'tr', content },
  });
  await checkReading(radiologist, caseId);
  await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version, isCritical } });
  return caseId;
}

/** What a page of the patient sends that shows the report as it is now. */
const shownTo = async (patient: HttpClient, caseId: string) => ({
  markedAt: (await patient.call(reports.getReport, { params: { caseId } })).critical!.markedAt,
});

/** Whether the patient's list, and the case itself, say that something waits to be read. */
const toldToPatient = async (patient: HttpClient, caseId: string) => [
  (await patient.call(cases.listCases)).find(({ id }) => id === caseId)?.isCriticalOpen,
  (await patient.call(cases.getCase, { params: { caseId } })).isCriticalOpen,
];

it('[RED-014] a critical finding is notified at once, acknowledged, and escalated when not', async () => {
  const patient = await server.patient({ phone: '+90 555 000 00 11', preferredNotification: 'both' });
  const caseId = await signed(patient, true);
  const params = { caseId };
  // Written together with the signature, before the PDF is drawn, over every channel; no message says what was found.
  const atOnce = await told('critical-finding');
  expect(atOnce.map(({ channel }) => channel).sort()).toEqual(['email', 'sms']);
  const row = async () =>
    (await radiologist.call(cases.getWorklist, { query: { show: 'completed' } })).find(({ id }) => id === caseId)!;
  expect((await row()).isCriticalOpen).toBe(true);
  expect(await toldToPatient(patient, caseId)).toEqual([true, true]);

  await watchAfter(LIMITS.criticalMinutes - 1);
  expect(await told('critical-unacknowledged')).toEqual([]);
  await watchAfter(LIMITS.criticalMinutes + 1);
  await watchAfter(LIMITS.criticalMinutes + 2);
  const escalated = async () => (await told('critical-unacknowledged')).map(({ recipient }) => recipient).sort();
  // The signer and the operators are told once; a colleague is not.
  expect(await escalated()).toEqual([staff.signer, staff.operator].sort());
  expect(await told('critical-finding')).toHaveLength(4);
  // It is repeated for as long as nobody acknowledges.
  await watchAfter(LIMITS.criticalMinutes + LIMITS.criticalAgainHours * 60 + 2);
  expect(await escalated()).toHaveLength(4);

  const { critical } = await patient.call(reports.getReport, { params });
  expect(critical).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null });
  const body = await shownTo(patient, caseId);
  expect(await codeOf((await server.patient()).call(reports.acknowledgeCritical, { params, body }))).toBe('NOT_FOUND');
  await patient.call(reports.acknowledgeCritical, { params, body });
  expect((await patient.call(reports.getReport, { params })).critical).toMatchObject({ acknowledgedBy: 'patient' });
  expect((await row()).isCriticalOpen).toBe(false);
  expect(await toldToPatient(patient, caseId)).toEqual([false, false]);
  await watchAfter(10_000);
  expect(await escalated()).toHaveLength(4);

  for (const { text, subject } of await server.parts.mailbox.list())
    expect(`${subject} ${text}`).not.toContain(CLINICAL);
  const { rows } = await server.parts.db.drizzle.execute<{ action: string }>(
    sql`select action from audit_events where subject_id = ${caseId} and action like '%critical' order by sequence`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'reports.escalate-critical',
    'reports.escalate-critical',
    'reports.acknowledge-critical',
  ]);
});

it('an addendum tells a critical finding that the report did not, or another one, and waits to be acknowledged anew', async () => {
  const patient = await server.patient();
  const caseId = await signed(patient, false);
  const params = { caseId };
  const add = (text: string, isCritical: boolean) =>
    radiologist.call(reports.addAddendum, { params, body: { text, kind: 'correction', isCritical, ...SIGNS } });
  const criticalOf = async () => (await patient.call(reports.getReport, { params })).critical;
  const before = (await told('critical-finding')).length;
  expect((await add('Sağ değil, sol.', false)).addenda[0]).toMatchObject({ isCritical: false });
  expect([await criticalOf(), (await told('critical-finding')).length]).toEqual([null, before]);

  expect((await add('Gözden kaçan: pnömotoraks.', true)).addenda[1]).toMatchObject({ isCritical: true });
  expect(await told('critical-finding')).toHaveLength(before + 1);
  expect(await toldToPatient(patient, caseId)).toEqual([true, true]);
  await watchAfter(LIMITS.criticalMinutes + 1);
  expect(await told('critical-finding')).toHaveLength(before + 2);
  const opened = await shownTo(patient, caseId);
  await patient.call(reports.acknowledgeCritical, { params, body: opened });
  expect(await toldToPatient(patient, caseId)).toEqual([false, false]);

  // The acknowledgement of one finding is none of the next, which is told on as the first was.
  await add('Ayrıca: aort diseksiyonu.', true);
  expect(await criticalOf()).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null });
  expect(await told('critical-finding')).toHaveLength(before + 3);
  // Nor does a page that was opened before acknowledge it.
  expect(await codeOf(patient.call(reports.acknowledgeCritical, { params, body: opened }))).toBe('CRITICAL_CHANGED');
  expect(await toldToPatient(patient, caseId)).toEqual([true, true]);
  await watchAfter(LIMITS.criticalMinutes + 1);
  expect(await told('critical-finding')).toHaveLength(before + 4);
  await patient.call(reports.acknowledgeCritical, { params, body: await shownTo(patient, caseId) });
});

it('a doctor with a link acknowledges too, and a report without a critical finding is told as ever', async () => {
  const patient = await server.patient();
  const caseId = await signed(patient, true);
  const params = { caseId };
  const { link, pin } = await patient.call(shares.createShare, { params, body: {} });
  const doctor = server.client();
  const { shareId, report } = await doctor.call(shares.openShare, { body: { secret: link.split('#token=')[1]!, pin } });
  expect(report.critical).toMatchObject({ acknowledgedAt: null });
  const body = { markedAt: report.critical!.markedAt };
  const older = { markedAt: new Date(Date.parse(body.markedAt) - 1).toISOString() };
  expect(await codeOf(doctor.call(shares.acknowledgeShared, { params: { shareId }, body: older }))).toBe(
    'CRITICAL_CHANGED',
  );
  await doctor.call(shares.acknowledgeShared, { params: { shareId }, body });
  expect((await patient.call(reports.getReport, { params })).critical).toMatchObject({ acknowledgedBy: 'doctor' });
  // The first acknowledgement counts.
  await patient.call(reports.acknowledgeCritical, { params, body });
  expect((await patient.call(reports.getReport, { params })).critical).toMatchObject({ acknowledgedBy: 'doctor' });

  const before = (await told('critical-finding')).length;
  const calm = await signed(patient, false);
  expect(await toldToPatient(patient, calm)).toEqual([false, false]);
  expect((await patient.call(reports.getReport, { params: { caseId: calm } })).critical).toBeNull();
  await watchAfter(10_000);
  expect(await told('critical-finding')).toHaveLength(before);
});

it('[RED-014] who told a critical finding in an addendum is told on with the signer of the report', async () => {
  const patient = await server.patient();
  const caseId = await signed(patient, false);
  const body = { text: 'Gözden kaçan: pnömotoraks.', kind: 'supplement' as const, isCritical: true, ...SIGNS };
  await colleague.call(reports.addAddendum, { params: { caseId }, body });
  // Who added something else is not.
  const other = { ...body, text: 'Çekim tarihi düzeltildi.', isCritical: false };
  await (await server.staff('radiologist')).call(reports.addAddendum, { params: { caseId }, body: other });
  const recipients = async () => (await told('critical-unacknowledged')).map(({ recipient }) => recipient);
  const before = await recipients();
  await watchAfter(LIMITS.criticalMinutes + 1);
  const escalated = await recipients();
  for (const recipient of before) escalated.splice(escalated.indexOf(recipient), 1);
  expect(escalated.sort()).toEqual([staff.signer, staff.colleague, staff.operator].sort());
  await patient.call(reports.acknowledgeCritical, { params: { caseId }, body: await shownTo(patient, caseId) });
});

it('[RED-014] who is told on finds whom to call, and records the call, which ends it', async () => {
  const patient = await server.patient({ phone: '+90 555 000 00 12' });
  const caseId = await signed(patient, true);
  const params = { caseId };
  const body = await shownTo(patient, caseId);
  const callsOf = async (http: HttpClient) =>
    (await http.call(criticalCalls.listCalls)).filter((call) => call.caseId === caseId);
  // The signer may call at once; operators are asked when nobody acknowledges.
  const whom = { name: 'Zeynep Kanarya', phone: '+905550000012', isPhoneVerified: false, markedAt: body.markedAt };
  expect(await radiologist.call(criticalCalls.getCall, { params })).toMatchObject(whom);
  expect(await callsOf(operator)).toEqual([]);
  expect(await codeOf(operator.call(criticalCalls.recordCall, { params, body }))).toBe('NOT_FOUND');
  expect((await radiologist.send(criticalCalls.listCalls)).status).toBe(403);
  await watchAfter(LIMITS.criticalMinutes + 1);
  expect(await callsOf(operator)).toMatchObject([whom]);
  await callsOf(operator);
  const reads = await server.parts.db.drizzle.execute(
    sql`select 1 from audit_events where subject_id = ${caseId} and action = 'reports.read-critical-call'`,
  );
  // One for the radiologist and one for the operator, however often the page asks.
  expect(reads.rows).toHaveLength(2);

  const older = { markedAt: new Date(Date.parse(body.markedAt) - 1).toISOString() };
  expect(await codeOf(operator.call(criticalCalls.recordCall, { params, body: older }))).toBe('CRITICAL_CHANGED');
  await operator.call(criticalCalls.recordCall, { params, body });
  const { critical } = await patient.call(reports.getReport, { params });
  expect(critical).toMatchObject({ acknowledgedBy: 'phone' });
  expect(await toldToPatient(patient, caseId)).toEqual([false, false]);
  expect(await callsOf(operator)).toEqual([]);
  expect(await codeOf(radiologist.call(criticalCalls.getCall, { params }))).toBe('NOT_FOUND');
  const before = (await told('critical-unacknowledged')).length;
  await watchAfter(10_000);
  expect(await told('critical-unacknowledged')).toHaveLength(before);
});

it('whom to call is kept from who may still read the images blinded', async () => {
  const caseId = await signed(await server.patient(), true);
  const params = { caseId };
  const body = { markedAt: (await radiologist.call(criticalCalls.getCall, { params })).markedAt };
  await radiologist.call(secondReads.askSecondRead, { params });
  expect(await codeOf(colleague.call(criticalCalls.getCall, { params }))).toBe('SECOND_READ_BLINDED');
  expect(await codeOf(colleague.call(criticalCalls.recordCall, { params, body }))).toBe('SECOND_READ_BLINDED');
  await radiologist.call(criticalCalls.recordCall, { params, body });
});

it('[RED-014] another mark asks for an acknowledgement of its own, and puts off no escalation of the one before', async () => {
  const patient = await server.patient();
  const caseId = await signed(patient, true);
  const params = { caseId };
  const add = (text: string) =>
    radiologist.call(reports.addAddendum, { params, body: { text, kind: 'supplement', isCritical: true, ...SIGNS } });
  await server.parts.db.drizzle.execute(sql`
    update critical_findings set marked_at = now() - interval '50 minutes', waiting_since = now() - interval '50 minutes'
    where case_id = ${caseId}`);
  const before = (await told('critical-unacknowledged')).length;
  await add('Ayrıca: pnömotoraks.');
  await watchAfter(LIMITS.criticalMinutes - 49);
  expect((await told('critical-unacknowledged')).length - before).toBe(2);

  // Operators still find whom to call, and everybody is told of the new mark within its hour.
  await server.parts.db.drizzle.execute(
    sql`update critical_findings set escalated_at = now() where case_id = ${caseId}`,
  );
  await add('Ayrıca: aort diseksiyonu.');
  const calls = await operator.call(criticalCalls.listCalls);
  expect(calls.map((call) => call.caseId)).toContain(caseId);
  await watchAfter(LIMITS.criticalMinutes + 1);
  await watchAfter(LIMITS.criticalMinutes + 2);
  expect((await told('critical-unacknowledged')).length - before).toBe(4);
  await patient.call(reports.acknowledgeCritical, { params, body: await shownTo(patient, caseId) });
});
