import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pacs as contract, dicomweb, patientCorrections, scans as scanContract } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { type DcmtkServer, dcmtk, startStorescp } from '../../../../scripts/test-servers/dcmtk.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let dir: string;
let archiveDir: string;
let archive: DcmtkServer;
let server: TestServer;
let operator: HttpClient;
let admin: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let port: number;
let scanId: string;
/** The study came with the name and number of somebody else. */
const study = smallPhantom(71_001, 'YANLIŞ^KİŞİ');
const RIGHT = { name: 'DOĞRU^AYŞE', patientId: 'D-4711', birthDate: '1970-01-02', sex: 'F' as const };
beforeAll(async () => {
  dir = await temporaryDirectory();
  archiveDir = join(dir, 'archive');
  await mkdir(archiveDir);
  archive = await startStorescp(archiveDir, ['+uf']);
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '1' });
  port = server.dicom?.plainPort ?? 0;
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  const institution = await factory.activated('duzelten');
  admin = institution.admin;
  const body = {
    ...{ institutionId: institution.institutionId, name: 'Arşiv', aeTitle: 'ARSIV', mayQuery: true },
    identification: { transport: 'plain' as const, address: '127.0.0.1' },
    destination: { host: '127.0.0.1', port: archive.port },
  };
  const { id: peerId } = await operator.call(contract.addPacsPeer, { body });
  await operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  await operator.call(contract.setResultRoute, {
    params: { peerId },
    body: { objects: ['structured-report'], algorithmIds: null },
  });
  await stored('first', study.files.slice(1));
  await sentTo(1);
  const [scan] = await factory.settled(admin);
  scanId = scan?.id ?? '';
}, 180_000);
afterAll(async () => {
  await archive.close();
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

const as = ['-to', '20', '-ta', '20', '-aet', 'ARSIV', '-aec', 'DUAI'];
const peer = () => [...as, '127.0.0.1', String(port)];

async function stored(name: string, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const folder = join(dir, name);
  await mkdir(folder);
  for (const file of files) await writeFile(join(folder, file.name), file.bytes);
  await waitFor(
    async () => (await dcmtk('storescu', [...peer(), '+sd', folder])).code === 0 || undefined,
    60_000,
    () => 'not all instances were stored',
  );
}
/** Waits until so many results arrived. */
const sentTo = (count: number) =>
  waitFor(
    async () => {
      const { rows } = await admin.call(contract.listDeliveries);
      return rows.length === count && rows.every(({ sentAt }) => sentAt) ? rows : undefined;
    },
    60_000,
    () => `results did not arrive; log:\n${server.logLines.slice(-5).join('')}`,
  );
const patientOf = () => admin.call(patientCorrections.getPatientOfScan, { params: { scanId } });
const correct = (change: Partial<typeof RIGHT> & { seen: string | null; reason?: string }) =>
  admin.call(patientCorrections.correctPatientOfScan, {
    params: { scanId },
    body: { ...RIGHT, reason: 'Filed under the patient before', ...change },
  });
const dump = async (path: string) => (await dcmtk('dcmdump', ['+U8', '+L', '+R', '200', path])).output;
async function foundBy(patientId: string): Promise<string> {
  const keys = ['-k', '0008,0052=STUDY', '-k', `0010,0020=${patientId}`, '-k', '0010,0010', '-k', '0010,0030'];
  return (await dcmtk('findscu', ['-S', '-v', ...keys, ...peer()])).output;
}
const results = async () => (await readdir(archiveDir)).sort();
const hashes = async () =>
  (
    await server.parts.db.drizzle.execute<{ sha256: string }>(
      `select sha256 from instances n join studies s on s.id = n.study_id where s.scan_id = '${scanId}' order by 1`,
    )
  ).rows.map(({ sha256 }) => sha256);

it('a wrong patient on a study is corrected: searches, images, results and late slices follow, the stored files stay', async () => {
  const before = await patientOf();
  expect(before).toMatchObject({
    told: { name: 'YANLIŞ^KİŞİ', patientId: 'PHANTOM-71001' },
    written: [{ patientId: 'PHANTOM-71001' }],
    isPseudonymous: false,
    corrections: [],
    toldBefore: [],
  });
  const [former] = await results();
  const stays = await hashes();

  expect(await correct({ seen: null })).toMatchObject({
    told: { name: 'DOĞRU^AYŞE', patientId: 'D-4711', birthDate: '19700102', sex: 'F' },
    written: [{ patientId: 'PHANTOM-71001' }],
    corrections: [
      {
        by: { name: 'duzelten', isOperator: false },
        reason: 'Filed under the patient before',
        former: { name: 'YANLIŞ^KİŞİ', patientId: 'PHANTOM-71001' },
        patient: { patientId: 'D-4711' },
      },
    ],
    toldBefore: [{ way: 'c-store', receiver: 'Arşiv', object: 'structured-report', times: 1 }],
    hasOlderResults: true,
  });

  // C-FIND and QIDO-RS.
  expect(await foundBy('PHANTOM-71001')).not.toContain('Pending');
  const found = await foundBy('D-4711');
  expect(found).toContain('19700102');
  const [listed] = (await admin.call(scanContract.listScans)).filter(({ id }) => id === scanId);
  expect(listed?.patientId).not.toBeNull();

  // C-MOVE: another patient, the former one where PS3.3 keeps it, the same pixels under the same UID.
  await dcmtk('movescu', [
    ...['-S', '-aem', 'ARSIV', '-k', '0008,0052=STUDY', '-k', `0020,000D=${await studyUid()}`],
    ...peer(),
  ]);
  const moved = (await results()).filter((name) => name !== former);
  expect(moved).toHaveLength(study.files.length - 1);
  const image = await dump(join(archiveDir, moved[0] ?? ''));
  expect(image).toMatch(/^\(0010,0010\) PN \[DOĞRU\^AYŞE *\]/m);
  expect(image).toMatch(/^\(0010,0020\) LO \[D-4711 *\]/m);
  expect(image).toMatch(/\(0400,0561\)[\s\S]*\(0010,0010\) PN \[YANLIŞ\^KİŞİ *\][\s\S]*\(0400,0565\) CS \[CORRECT *\]/);
  const original = study.files.find(({ bytes }) => image.includes(sopInstanceUidIn(bytes)));
  const pixels = Buffer.from(original?.bytes ?? new Uint8Array()).subarray(-96 * 96 * 2);
  expect((await readFile(join(archiveDir, moved[0] ?? ''))).subarray(-96 * 96 * 2).equals(pixels)).toBe(true);

  // WADO-RS.
  const params = { studyInstanceUid: await studyUid() };
  const fetched = await admin.send(dicomweb.institutionImages.study, { params });
  const body = Buffer.from(await fetched.arrayBuffer());
  expect([fetched.status, body.includes('D-4711'), body.includes('CORRECT')]).toEqual([200, true, true]);
  const metadata = await admin.send(dicomweb.institutionImages.studyMetadata, { params });
  const [told] = (await metadata.json()) as Record<string, { Value?: unknown[] }>[];
  expect(told?.['00100020']?.Value).toEqual(['D-4711']);
  expect(JSON.stringify(told?.['04000561'])).toContain('PHANTOM-71001');

  // A slice that comes later belongs to the same patient.
  await stored('late', study.files.slice(0, 1));
  await factory.settled(admin);
  expect(await patientOf()).toMatchObject({ told: { patientId: 'D-4711' }, written: [{ patientId: 'PHANTOM-71001' }] });
  // The study was analysed anew with it, by the sex and age of the present patient.
  expect((await patientOf()).hasOlderResults).toBe(false);
  expect(stays.every((hash) => hash)).toBe(true);
  expect(await hashes()).toEqual(expect.arrayContaining(stays));
}, 120_000);

it('algorithms decide by sex and age of the corrected patient, and the study tells that age', async () => {
  const { studies } = server.features;
  const [tree] = await studies.fullTree(server.parts.db.drizzle, { scanId });
  const [series] = tree?.series ?? [];
  const alone = await studies.fullSeries(server.parts.db.drizzle, { scanId }, series?.id ?? '');
  const headers = [...(series?.instances ?? []), ...(alone?.instances ?? [])].map(({ header }) => header);
  expect(headers).toHaveLength(2 * study.files.length);
  // Born on 2 January 1970; the header says nothing of either.
  const day = headers[0]?.studyDate ?? '';
  const years = Number(day.slice(0, 4)) - 1970 - (day.slice(4) < '0102' ? 1 : 0);
  for (const header of headers)
    expect([header?.patientSex, Math.floor(header?.patientAgeYears ?? 0)]).toEqual(['F', years]);
  const { age } = await admin.call(scanContract.getScan, { params: { scanId } });
  expect(age).toEqual({ years, from: 'images' });
});

it('what went out with the former patient is marked, and goes again as an object of its own', async () => {
  const { rows } = await admin.call(contract.listDeliveries);
  const wrong = rows.find(({ namesFormerPatient }) => namesFormerPatient);
  expect(wrong).toMatchObject({ object: 'structured-report' });
  const before = await results();
  await admin.call(contract.sendDeliveryAgain, { params: { deliveryId: wrong?.id ?? '' } });
  await waitFor(
    async () => (await results()).length > before.length || undefined,
    60_000,
    () => 'the corrected result did not arrive',
  );
  const [sent] = (await results()).filter((name) => !before.includes(name));
  const report = await dump(join(archiveDir, sent ?? ''));
  expect(report).toMatch(/^\(0010,0020\) LO \[D-4711 *\]/m);
  expect(report).not.toContain('PHANTOM-71001');
  // The wrong one is still in the archive: it stays in the list, and is sent again once.
  expect((await patientOf()).toldBefore).toEqual(
    expect.arrayContaining([expect.objectContaining({ way: 'c-store', object: 'structured-report' })]),
  );
  const again = await admin.send(contract.sendDeliveryAgain, { params: { deliveryId: wrong?.id ?? '' } });
  expect(again.status).toBe(404);
}, 90_000);

it('refuses what changes nothing, what somebody else corrected meanwhile, and a study without identity', async () => {
  const { corrections } = await patientOf();
  const seen = corrections[0]?.id ?? null;
  expect(await codeOf(correct({ seen }))).toBe('PATIENT_SAME');
  expect(await codeOf(correct({ seen: null, sex: 'M' as never }))).toBe('PATIENT_CHANGED');
  expect(await codeOf(correct({ seen, patientId: 'A\\B' }))).toBe('VALIDATION_FAILED');
  expect(await codeOf(correct({ seen, patientId: 'A*' }))).toBe('VALIDATION_FAILED');
  await server.parts.db.drizzle.execute('update series_identities set is_removed = true');
  expect(await codeOf(correct({ seen, patientId: 'D-1' }))).toBe('STUDY_PSEUDONYMOUS');
  await server.parts.db.drizzle.execute('update series_identities set is_removed = false');
});

it('an operator corrects too; another institution sees nothing; the trail tells who, and no name', async () => {
  const { corrections } = await patientOf();
  const body = { ...RIGHT, sex: null, reason: 'Asked for by telephone', seen: corrections[0]?.id ?? null };
  const second = await operator.call(patientCorrections.correctPatientOfAnyScan, { params: { scanId }, body });
  expect(second.corrections.map(({ by }) => by.isOperator)).toEqual([true, false]);
  const { admin: stranger } = await factory.activated('yabanci-duzelten');
  expect((await stranger.send(patientCorrections.getPatientOfScan, { params: { scanId } })).status).toBe(404);
  const asked = { body: { patientId: 'D-4711' } };
  expect(await stranger.call(patientCorrections.findPatientById, asked)).toEqual({ patient: null });
  expect(await admin.call(patientCorrections.findPatientById, asked)).toMatchObject({
    patient: { name: 'DOĞRU^AYŞE' },
  });

  const { rows } = await server.parts.db.drizzle.execute<{ actorRealm: string; details: Record<string, unknown> }>(
    `select actor_realm as "actorRealm", details from audit_events where action = 'trial.correct-patient' order by sequence`,
  );
  expect(rows.map(({ actorRealm, details }) => [actorRealm, details.number, details.fields])).toEqual([
    ['institution', 1, 'name, patientId, birthDate, sex'],
    ['staff', 2, 'sex'],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/DOĞRU|YANLIŞ|D-4711|PHANTOM/);
  expect(server.logLines.join('')).not.toMatch(/DOĞRU|YANLIŞ|D-4711|PHANTOM-71001/);
  await expect(server.parts.db.drizzle.execute(`update patient_corrections set reason = 'x'`)).rejects.toThrow();
  await admin.call(scanContract.deleteScan, { params: { scanId } });
  const left = await server.parts.db.drizzle.execute('select from patient_corrections');
  expect(left.rows).toEqual([]);
});

const studyUid = async (): Promise<string> => {
  const query = { PatientID: 'D-4711' };
  const found = await admin.send(dicomweb.institutionImages.searchStudies, { query });
  const [row] = (await found.json()) as dicomweb.DicomJson[];
  return String(row?.['0020000D']?.Value?.[0]);
};
/** Of an explicit little endian file: the value of (0008,0018). */
function sopInstanceUidIn(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const at = buffer.indexOf(Buffer.from([0x08, 0x00, 0x18, 0x00, 0x55, 0x49]));
  return buffer.toString('latin1', at + 8, at + 8 + buffer.readUInt16LE(at + 6)).replace(/\0$/, '');
}
