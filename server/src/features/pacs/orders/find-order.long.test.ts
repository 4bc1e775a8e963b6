import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pacs as contract, dicomweb, integrations, patientCorrections } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../../scripts/instance.ts';
import { type DcmtkServer, dcmtk, startWlmscpfs } from '../../../../../scripts/test-servers/dcmtk.ts';
import { type OrthancServer, startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { stowRequest } from '../../../../../scripts/test-servers/stow.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { imagesComplete } from '../../scans/index.ts';

const WAIT_MS = 60_000;
const LOCAL = { transport: 'plain' as const, address: '127.0.0.1' };

let dir: string;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let wlmscpfs: DcmtkServer;
let orthanc: OrthancServer;
beforeAll(async () => {
  dir = await temporaryDirectory();
  await mkdir(join(dir, 'WORKLIST'));
  await writeFile(join(dir, 'WORKLIST', 'lockfile'), '');
  wlmscpfs = await startWlmscpfs(dir);
  orthanc = await startOrthanc({ worklists: join(dir, 'WORKLIST') });
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '1' });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
}, 180_000);
afterAll(async () => {
  await server.end();
  await Promise.all([wlmscpfs.close(), orthanc.close()]);
  await rm(dir, { recursive: true, force: true });
});

/** An entry as a radiology information system has it, written by dcmtk. */
async function order(
  name: string,
  patientId: string,
  accessionNumber: string,
  studyInstanceUid: string,
): Promise<void> {
  const dump = join(dir, `${name}.dump`);
  const lines = [
    ['0008,0005', 'CS', 'ISO_IR 192'],
    ['0008,0050', 'SH', accessionNumber],
    ['0008,0090', 'PN', 'DOKTOR^AYŞE'],
    ['0010,0010', 'PN', 'KANARYA^ZEYNEP'],
    ['0010,0020', 'LO', patientId],
    ['0010,0030', 'DA', '19800101'],
    ['0010,0040', 'CS', 'F'],
    ['0020,000d', 'UI', studyInstanceUid],
    ['0032,1060', 'LO', 'Toraks BT, ilaçsız'],
  ].map(([tag, vr, value]) => `(${tag}) ${vr} [${value}]`);
  const step = [
    ['0008,0060', 'CS', 'CT'],
    ['0040,0001', 'AE', 'CT1'],
    ['0040,0002', 'DA', '20250401'],
    ['0040,0003', 'TM', '090000'],
    ['0040,0006', 'PN', 'TEKNIKER'],
    ['0040,0007', 'LO', 'Toraks BT'],
    ['0040,0009', 'SH', `STEP-${name}`],
  ].map(([tag, vr, value]) => `(${tag}) ${vr} [${value}]`);
  const sequence = ['(0040,0100) SQ', '(fffe,e000) -', ...step, '(fffe,e00d) -', '(fffe,e0dd) -'];
  await writeFile(dump, [...lines, ...sequence, `(0040,1001) SH [RP-${name}]`, ''].join('\n'));
  const { code, output } = await dcmtk('dump2dcm', ['+te', dump, join(dir, 'WORKLIST', `${name}.wl`)]);
  expect([code, output.includes('Error')]).toEqual([0, false]);
}

/** Each has its worklist at an address of its own: of an open title and address there is one. */
let institutions = 0;

/** An institution whose worklist listens on this port, and that sends a study by C-STORE. */
async function withWorklist(name: string, port: number) {
  const { admin, institutionId } = await factory.activated(name);
  institutions += 1;
  for (const [aeTitle, purpose] of [
    [name.toUpperCase(), 'modality'],
    ['WORKLIST', 'worklist'],
  ] as const) {
    const destination = purpose === 'worklist' ? { destination: { host: '127.0.0.1', port } } : {};
    const identification =
      purpose === 'worklist' ? { transport: 'plain' as const, address: `127.0.1.${institutions}` } : LOCAL;
    const body = { institutionId, name: aeTitle, aeTitle, purpose, identification, ...destination };
    const peer = await operator.call(contract.addPacsPeer, { body });
    await operator.call(contract.openPacsPeer, { params: { peerId: peer.id }, body: { isOpen: true } });
  }
  return { admin, institutionId, aeTitle: name.toUpperCase() };
}

const studyUidOf = ([first]: { bytes: Uint8Array }[]): string =>
  /2\.25\.\d+\.\d+/.exec(Buffer.from(first!.bytes).toString('latin1'))![0];

/** By C-STORE; `accessionNumber`: written into the headers before. */
async function send(aeTitle: string, files: { bytes: Uint8Array }[], accessionNumber?: string): Promise<void> {
  const sent = join(dir, `of-${aeTitle}`);
  await mkdir(sent);
  const paths = files.map((_, at) => join(sent, `${at}.dcm`));
  for (const [at, { bytes }] of files.entries()) await writeFile(paths[at]!, bytes);
  if (accessionNumber)
    expect(await dcmtk('dcmodify', ['-nb', '-m', `(0008,0050)=${accessionNumber}`, ...paths])).toMatchObject({
      code: 0,
    });
  const to = ['127.0.0.1', String(server.dicom!.plainPort)];
  expect(await dcmtk('storescu', ['-aet', aeTitle, '-aec', 'DUAI', ...to, '+sd', sent])).toMatchObject({ code: 0 });
}

async function sendByStow(admin: HttpClient, files: { bytes: Uint8Array }[]): Promise<void> {
  const body = { name: 'STOW', scopes: ['scans:write' as const] };
  const { secret } = await admin.call(integrations.createApiKey, { body });
  const { body: parts, contentType } = stowRequest(files.map(({ bytes }) => bytes));
  const headers = { authorization: `Bearer ${secret}`, 'content-type': contentType };
  const answer = await fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body: parts });
  expect(answer.status).toBe(200);
}

/** The numbers of an institution's images, each with the number of its images. */
const accessionOf = async (institutionId: string, of = 'series_identities') => {
  const { rows } = await server.parts.db.drizzle.execute<{
    accession: string | null;
    images: number;
    matchedBy: string | null;
  }>(
    `select i.accession_number as accession, i.images, o.matched_by as "matchedBy"
     from scans c join studies s on s.scan_id = c.id join series r on r.study_id = s.id
       join ${of} i on i.series_id = r.id left join pacs_orders o on o.scan_id = c.id
     where c.institution_id = '${institutionId}' order by 1`,
  );
  return rows;
};

it.each([
  ['dcmtk', 'study', () => wlmscpfs.port, 81_001],
  ['Orthanc', 'patient', () => orthanc.dicomPort, 81_002],
] as const)(
  'a study without an accession number gets that of its order, from the worklist of %s',
  async (name, matchedBy, port, seed) => {
    const { files } = smallPhantom(seed);
    const studyUid = studyUidOf(files);
    const accession = `ACC-${seed}`;
    await order(name, `PHANTOM-${seed}`, accession, matchedBy === 'study' ? studyUid : `2.25.${seed}`);
    await order(`${name}-other`, `PHANTOM-${seed}1`, 'ACC-OTHER', `2.25.${seed}1`);
    const { admin, institutionId, aeTitle } = await withWorklist(name.toLowerCase(), port());
    await (name === 'dcmtk' ? send(aeTitle, files) : sendByStow(admin, files));
    await expect
      .poll(() => accessionOf(institutionId), { timeout: WAIT_MS })
      .toEqual([{ accession, images: files.length, matchedBy }]);
    // It is found by that number.
    const { searchStudies } = dicomweb.institutionImages;
    const answer = await admin.send(searchStudies, { query: { AccessionNumber: accession } });
    expect(await answer.json()).toMatchObject([{ '0020000D': { Value: [studyUid] } }]);
  },
);

it('images that come after the order was found get its number and are counted with the others, also of another patient', async () => {
  const seed = 81_004;
  const { files } = smallPhantom(seed);
  await order('late', `PHANTOM-${seed}`, 'ACC-LATE', studyUidOf(files));
  await order('late-corrected', 'D-4712', 'ACC-CORRECTED', studyUidOf(files));
  const { admin, institutionId, aeTitle } = await withWorklist('late', wlmscpfs.port);
  const numbers = () => expect.poll(() => accessionOf(institutionId), { timeout: WAIT_MS });
  await send(aeTitle, files.slice(3));
  await numbers().toEqual([{ accession: 'ACC-LATE', images: files.length - 3, matchedBy: 'study' }]);
  await sendByStow(admin, files.slice(1, 3));
  await numbers().toEqual([{ accession: 'ACC-LATE', images: files.length - 1, matchedBy: 'study' }]);

  // The last image is there and has no number yet.
  const { rows } = await server.parts.db.drizzle.execute<{ scanId: string }>(
    `insert into series_identities
     select gen_random_uuid(), series_id, i.name, patient_id, birth_date, sex, null, is_removed, 1
     from series_identities i where accession_number = 'ACC-LATE'
     returning (select s.scan_id from series r join studies s on s.id = r.study_id where r.id = series_id) as "scanId"`,
  );
  const body = { name: 'DOĞRU^AYŞE', patientId: 'D-4712', birthDate: null, sex: 'F' as const, reason: 'Mistaken' };
  await admin.call(patientCorrections.correctPatientOfScan, {
    params: { scanId: rows[0]!.scanId },
    body: { ...body, seen: null },
  });
  expect(await accessionOf(institutionId, 'written_identities')).toMatchObject([
    { accession: null, images: files.length },
  ]);
  await numbers().toEqual([{ accession: 'ACC-CORRECTED', images: files.length, matchedBy: 'study' }]);
});

it('what the headers say stays, whatever the worklist says; one that is closed is not asked', async () => {
  const seed = 81_003;
  const { files } = smallPhantom(seed);
  const studyUid = studyUidOf(files);
  await order('own', `PHANTOM-${seed}`, 'ACC-WORKLIST', studyUid);
  const { institutionId, aeTitle } = await withWorklist('own', wlmscpfs.port);
  await send(aeTitle, files, 'ACC-HEADER');
  const asked = async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ state: string }>(
      `select state from pgboss.job where name = 'pacs.find-order' and data ->> 'institutionId' = '${institutionId}'`,
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(asked, { timeout: WAIT_MS }).toEqual(['completed']);
  expect(await accessionOf(institutionId)).toMatchObject([{ accession: 'ACC-HEADER', matchedBy: null }]);

  const peers = await operator.call(contract.listPacsPeers);
  const worklist = peers.find((peer) => peer.institutionId === institutionId && peer.purpose === 'worklist')!;
  await operator.call(contract.openPacsPeer, { params: { peerId: worklist.id }, body: { isOpen: false } });
  const { rows } = await server.parts.db.drizzle.execute<{ scanId: string }>(
    `select id as "scanId" from scans where institution_id = '${institutionId}'`,
  );
  const { queue, db } = server.parts;
  await db.transaction((tx) => queue.enqueue(tx, imagesComplete, { scanId: rows[0]!.scanId, institutionId }));
  const planned = async () => {
    const { rows: jobs } = await db.drizzle.execute(
      `select from pgboss.job where name = 'trial.images-complete' and state = 'completed'
       and data ->> 'institutionId' = '${institutionId}'`,
    );
    return jobs.length;
  };
  await expect.poll(planned, { timeout: WAIT_MS }).toBe(2);
  expect(await asked()).toEqual(['completed']);
});
