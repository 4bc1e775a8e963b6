import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hl7 as contract, patientCorrections, scans as scanContract } from '@duai/contract';
import { Hl7Message } from '@medplum/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { hoursOfTries, tryAgainNow } from '../../testing/job-tries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A record system: the messages that arrived, in their frames, and how it handles the next one. */
const arrived: string[] = [];
type Answer = (message: Hl7Message, socket: Socket) => void;
let answer: Answer;
const reply = (socket: Socket, text: string) => void socket.write(`\x0b${text}\x1c\r`);
const acknowledge =
  (ackCode: 'AA' | 'AE' | 'AR'): Answer =>
  (message, socket) =>
    reply(socket, message.buildAck({ ackCode }).toString());
const ris = createServer((socket) => {
  let text = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (!text.endsWith('\x1c\r')) return;
    const message = text.slice(1, -2);
    text = '';
    arrived.push(message);
    answer(Hl7Message.parse(message), socket);
  });
});

let server: TestServer;
let operator: HttpClient;
let admin: HttpClient;
let stranger: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let receiverId: string;
beforeAll(async () => {
  await new Promise<void>((ready) => ris.listen(0, '127.0.0.1', ready));
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  ({ admin } = await factory.activated('hbys'));
  ({ admin: stranger } = await factory.activated('baska-hbys'));
  const body = {
    ...{ name: 'HBYS', host: '127.0.0.1', port: (ris.address() as AddressInfo).port, transport: 'plain' as const },
    ...{ application: 'RIS', facility: 'KIYI' },
  };
  ({ id: receiverId } = await admin.call(contract.addHl7Receiver, { body }));
});
afterAll(async () => {
  await server.end();
  ris.close();
});

/** Waits until the newest message fulfils `isSo`; with `isTried`, a waiting retry runs at once. */
const until = (isSo: (row: contract.Hl7Message) => boolean, { isTried = false } = {}) =>
  waitFor(
    async () => {
      if (isTried) await tryAgainNow(server.parts.db, 'hl7.deliver');
      const [newest] = (await admin.call(contract.listHl7Messages)).rows;
      return newest && isSo(newest) ? newest : undefined;
    },
    60_000,
    () => `the message is not so; log:\n${server.logLines.slice(-5).join('')}`,
  );
const outcome = (lastOutcome: string) => until((row) => row.lastOutcome === lastOutcome, { isTried: true });

it('[PAC-014] ORU messages reach an MLLP receiver and are acknowledged: refused, cut and answered wrongly they are sent again as they were, acknowledged never', async () => {
  answer = acknowledge('AA');
  const {
    scan: { id: scanId },
  } = await factory.upload(admin);
  await factory.settled(admin);
  // A private address is not called before an operator allows it, and the list says so.
  await until((row) => row.lastOutcome === 'ADDRESS_REFUSED');
  expect(arrived).toEqual([]);
  expect((await stranger.send(contract.allowPrivateHl7Receiver, { params: { receiverId } })).status).not.toBe(200);
  const body = { mayBePrivate: true };
  await operator.call(contract.allowPrivateHl7Receiver, { params: { receiverId }, body });

  answer = acknowledge('AR');
  await outcome('AR');
  answer = (_message, socket) => void socket.destroy();
  await until((row) => /closed|ECONNRESET/.test(row.lastOutcome ?? ''), { isTried: true });
  answer = (_message, socket) => reply(socket, 'MSH|^~\\&|RIS\rMSA|AA|another\r');
  await outcome('NO_ACKNOWLEDGEMENT');
  answer = (_message, socket) => reply(socket, 'x'.repeat(70_000));
  await outcome('ANSWER_TOO_LARGE');
  answer = acknowledge('AA');
  const accepted = await outcome('AA');
  expect(accepted).toMatchObject({ state: 'accepted', scanId, receiverName: 'HBYS' });
  expect(accepted.attempts).toBeGreaterThanOrEqual(6);
  expect(arrived.length).toBeGreaterThanOrEqual(5);
  expect(new Set(arrived).size).toBe(1);

  // Neither a repeated job nor a repeated event sends anything more.
  const told = arrived.length;
  const attempt = { jobId: '', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  await server.features.hl7.messages.deliver({ messageId: accepted.id }, attempt);
  await server.features.hl7.messages.plan({ scanId, submission: 1 });
  expect((await admin.call(contract.listHl7Messages)).rows).toEqual([accepted]);
  const { status } = await admin.send(contract.sendHl7MessageAgain, { params: { messageId: accepted.id } });
  expect(status).toBe(404);
  expect(arrived).toHaveLength(told);
  expect(await hoursOfTries(server.parts.db, 'hl7.deliver')).toBeGreaterThan(20);
});

it('says whose results they are, of which examination, and what was found, as another parser reads it', async () => {
  const message = Hl7Message.parse(arrived.at(-1)!);
  const of = (name: string, at: number) => message.getSegment(name)?.getField(at);
  expect([3, 5, 6, 9, 11, 12, 18].map((at) => of('MSH', at)?.toString())).toEqual([
    ...['DUAI', 'RIS', 'KIYI', 'ORU^R01^ORU_R01', 'P', '2.5.1', 'UNICODE UTF-8'],
  ]);
  expect(of('MSH', 10)!.toString()).toMatch(/^[0-9a-f]{20}$/);
  expect(of('PID', 3)!.getComponent(1)).toMatch(/\S/);
  expect(of('PID', 5)!.toString()).toBe('PHANTOM^CHEST');
  expect(of('OBR', 3)!.toString().length).toBeLessThanOrEqual(22);
  expect(of('OBR', 4)!.toString()).toBe('24627-2^CT Chest Report^LN');
  expect(of('OBR', 25)!.toString()).toBe('P');
  expect(of('NTE', 3)!.toString()).toMatch(/Not a diagnosis/i);
  const observations = message.getAllSegments('OBX').map((segment) => ({
    ...{ id: Number(segment.getField(1)!.toString()), type: segment.getField(2)!.toString() },
    ...{ code: segment.getField(3)!, value: segment.getField(5)!, unit: segment.getField(6) },
    status: segment.getField(11)!.toString(),
  }));
  expect(observations.map(({ id }) => id)).toEqual(observations.map((_, index) => index + 1));
  expect(observations[0]).toMatchObject({ type: 'HD', status: 'O' });
  const volume = observations.find(({ code }) => code.getComponent(1) === 'LUNG_VOLUME')!;
  const [scan] = await admin.call(scanContract.listScans);
  const { analyses } = await admin.call(scanContract.getScan, { params: { scanId: scan!.id } });
  const measured = analyses.flatMap(({ measurements }) => measurements).find(({ code }) => code === 'LUNG_VOLUME')!;
  expect([volume.type, Number(volume.value.toString()), volume.unit!.getComponent(1)]).toEqual([
    ...['NM', measured.value, measured.unit],
  ]);
  const pdf = observations.at(-1)!;
  expect([pdf.type, pdf.value.getComponent(2), pdf.value.getComponent(3), pdf.value.getComponent(4)]).toEqual([
    ...['ED', 'Application', 'PDF', 'Base64'],
  ]);
  expect(String(Buffer.from(pdf.value.getComponent(5), 'base64').subarray(0, 5))).toBe('%PDF-');
  expect(server.logLines.join('')).not.toContain('PHANTOM');
});

it('an error of the content is a dead letter at once, which its institution alone sends again', async () => {
  answer = acknowledge('AE');
  await factory.upload(admin);
  await factory.settled(admin);
  const dead = await until((row) => row.state === 'failed');
  expect(dead).toMatchObject({ lastOutcome: 'AE', attempts: 1 });
  expect((await stranger.call(contract.listHl7Messages)).rows).toEqual([]);
  const params = { messageId: dead.id };
  expect((await stranger.send(contract.sendHl7MessageAgain, { params })).status).toBe(404);
  expect((await stranger.send(contract.removeHl7Receiver, { params: { receiverId } })).status).toBe(404);
  expect((await operator.call(contract.listAllHl7Messages)).rows.map(({ id }) => id)).toContain(dead.id);
  answer = acknowledge('AA');
  await admin.call(contract.sendHl7MessageAgain, { params });
  await until((row) => row.id === dead.id && row.state === 'accepted');
  expect(arrived.at(-1)).toBe(arrived.at(-2));
});

it('a message that was accepted with a patient who was corrected since is marked, stays as it was, and one with the right patient follows once', async () => {
  const [accepted] = (await admin.call(contract.listHl7Messages)).rows as [contract.Hl7Message];
  expect(accepted).toMatchObject({ state: 'accepted', namesFormerPatient: false });
  const former = Hl7Message.parse(arrived.at(-1)!);
  const patient = { name: 'DOĞRU^AYŞE', patientId: 'D-4712', birthDate: null, sex: 'F' as const };
  await admin.call(patientCorrections.correctPatientOfScan, {
    params: { scanId: accepted.scanId },
    body: { ...patient, reason: 'Two people in one room', seen: null },
  });
  expect((await admin.call(contract.listHl7Messages)).rows[0]).toMatchObject({ namesFormerPatient: true });
  await admin.call(contract.sendHl7MessageAgain, { params: { messageId: accepted.id } });
  await until((row) => row.id !== accepted.id && row.state === 'accepted');
  const now = Hl7Message.parse(arrived.at(-1)!);
  expect(now.getSegment('PID')!.getField(3)!.getComponent(1)).toBe('D-4712');
  expect(now.getSegment('MSH')!.getField(10)!.toString()).not.toBe(former.getSegment('MSH')!.getField(10)!.toString());
  const told = await admin.call(patientCorrections.getPatientOfScan, { params: { scanId: accepted.scanId } });
  expect(told.toldBefore).toEqual([expect.objectContaining({ way: 'hl7', receiver: 'HBYS', object: 'message' })]);
  const again = await admin.send(contract.sendHl7MessageAgain, { params: { messageId: accepted.id } });
  expect(again.status).toBe(404);
});

it('where the headers name nobody, or several people, nothing is sent', async () => {
  const before = arrived.length;
  const [{ scanId }] = (await admin.call(contract.listHl7Messages)).rows as [contract.Hl7Message];
  await server.parts.db.drizzle.execute('update series_identities set patient_id = null');
  await server.features.hl7.messages.plan({ scanId, submission: 2 });
  await until((row) => row.state === 'failed' && row.lastOutcome === 'NO_PATIENT');
  expect(arrived).toHaveLength(before);
});
