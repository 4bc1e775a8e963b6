import { pacs as contract, LIMITS } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { type OrthancServer, startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { writeDataSet } from '../../../dimse/messages/data-set.ts';
import { STATUS } from '../../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, STORAGE_COMMITMENT, STUDY_ROOT } from '../../../dimse/messages/uids.ts';
import { requestAssociation } from '../../../dimse/requestor.ts';
import { createUser } from '../../../dimse/services/user.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { findPeersByTitle } from '../pacs.store.ts';
import { readCommitment, writeCommitment } from './commitment-information.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const UNKNOWN = { sopClassUid: CT, sopInstanceUid: '2.25.404' };
const WAIT_MS = 60_000;

let server: TestServer;
let operator: HttpClient;
let orthanc: OrthancServer;
let factory: ReturnType<typeof createInstitutionFactory>;
const { files } = smallPhantom(71_001);
beforeAll(async () => {
  orthanc = await startOrthanc();
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '3600' });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  const { institutionId } = await factory.activated('orthanc');
  await open(institutionId, 'ORTHANC', { host: '127.0.0.1', port: orthanc.dicomPort });
  const modality = { AET: 'DUAI', Host: '127.0.0.1', Port: server.dicom!.plainPort! };
  await rest('/modalities/duai', { method: 'PUT', body: JSON.stringify(modality) });
  for (const { bytes } of files) await rest('/instances', { method: 'POST', body: Buffer.from(bytes) });
}, 180_000);
afterAll(async () => {
  await server.end();
  await orthanc.close();
});

async function open(institutionId: string, aeTitle: string, destination?: { host: string; port: number }) {
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const body = { institutionId, name: aeTitle, aeTitle, identification, ...(destination && { destination }) };
  const peer = await operator.call(contract.addPacsPeer, { body: { ...body, mayQuery: true } });
  await operator.call(contract.openPacsPeer, { params: { peerId: peer.id }, body: { isOpen: true } });
}

/** The REST interface of Orthanc. */
async function rest<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(`${orthanc.url}${path}`, init);
  const text = await answer.text();
  expect([path, answer.status, answer.ok ? '' : text]).toEqual([path, 200, '']);
  return (text ? JSON.parse(text) : null) as T;
}

const ask = async (instances: { sopClassUid: string; sopInstanceUid: string }[]) => {
  const [peer] = await findPeersByTitle(server.parts.db.drizzle, 'ORTHANC');
  const id = await server.features.pacs.commitments.ask(peer!, instances, async () => {});
  return waitFor(
    async () => {
      const { rows } = await server.parts.db.drizzle.execute<{ state: string; failed: unknown[] }>(
        `select state, failed from pacs_commitments where id = '${id}' and state <> 'open'`,
      );
      return rows[0];
    },
    WAIT_MS,
    () => `Orthanc said nothing about what it keeps; log:\n${server.logLines.slice(-5).join('')}`,
  );
};

it('[PAC-006] storage commitment works in both directions with Orthanc', async () => {
  const resources = await rest<string[]>('/instances');
  await rest('/modalities/duai/store', { method: 'POST', body: JSON.stringify({ Resources: resources }) });
  const named = await Promise.all(
    resources.map((id) => rest<Record<string, string>>(`/instances/${id}/simplified-tags`)),
  );
  const kept = named.map(({ SOPInstanceUID, SOPClassUID }) => ({
    sopClassUid: SOPClassUID!,
    sopInstanceUid: SOPInstanceUID!,
  }));

  // Orthanc asks, and this server reports over an association that it opens.
  const commit = async (instances: { sopClassUid: string; sopInstanceUid: string }[]) => {
    const { Path } = await rest<{ Path: string }>('/modalities/duai/storage-commitment', {
      method: 'POST',
      body: JSON.stringify({
        DicomInstances: instances.map((one) => ({
          SOPClassUID: one.sopClassUid,
          SOPInstanceUID: one.sopInstanceUid,
        })),
      }),
    });
    type Report = { Status: string; Success: unknown[]; Failures: { SOPInstanceUID: string; FailureReason: number }[] };
    return waitFor(
      async () => {
        const report = await rest<Report>(Path);
        return report.Status === 'Pending' ? undefined : report;
      },
      WAIT_MS,
      () => `nothing was reported to Orthanc; log:\n${server.logLines.slice(-5).join('')}`,
    );
  };
  expect(await commit(kept)).toMatchObject({ Status: 'Success', Failures: [] });
  const partly = await commit([kept[0]!, UNKNOWN, { ...kept[1]!, sopClassUid: '1.2.840.10008.5.1.4.1.1.4' }]);
  expect(partly.Status).toBe('Failure');
  expect(partly.Success).toHaveLength(1);
  expect(partly.Failures.map((one) => [one.SOPInstanceUID, one.FailureReason])).toEqual([
    [UNKNOWN.sopInstanceUid, STATUS.noSuchInstance],
    [kept[1]!.sopInstanceUid, STATUS.classInstanceConflict],
  ]);

  // This server asks, and Orthanc reports.
  expect(await ask(kept)).toEqual({ state: 'kept', failed: [] });
  expect(await ask([kept[0]!, UNKNOWN])).toMatchObject({
    state: 'not-kept',
    failed: [{ sopInstanceUid: UNKNOWN.sopInstanceUid, reason: STATUS.noSuchInstance }],
  });
});

it('a file that is known to be damaged is not promised, nor is one of another institution', async () => {
  const uid = `select sop_instance_uid from instances where data_set_sha256 is not null order by instance_number limit 1`;
  const { rows } = await server.parts.db.drizzle.execute<{ uid: string; sha256: string }>(
    `select sop_instance_uid as uid, sha256 from instances where sop_instance_uid = (${uid})`,
  );
  const kept = (institutionId: string) => server.features.studies.institutionSearch.kept(institutionId, [rows[0]!.uid]);
  const [own] = await findPeersByTitle(server.parts.db.drizzle, 'ORTHANC');
  expect(await kept(own!.institutionId)).toHaveLength(1);
  expect(await kept((await factory.activated('baska')).institutionId)).toEqual([]);
  await server.parts.db.drizzle.execute(
    `update stored_files set damage = 'missing', damage_found_at = now() where sha256 = '${rows[0]!.sha256}'`,
  );
  expect(await kept(own!.institutionId)).toEqual([]);
});

/** An association of a system, by its title. */
const associated = (callingAe: string) =>
  requestAssociation({
    host: '127.0.0.1',
    port: server.dicom!.plainPort!,
    callingAe,
    calledAe: 'DUAI',
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    proposals: [STORAGE_COMMITMENT, STUDY_ROOT.find].map((abstractSyntax) => ({
      abstractSyntax,
      transferSyntaxes: [EXPLICIT_LE],
    })),
    user: { roles: new Map([[STORAGE_COMMITMENT, { scu: true, scp: true }]]) },
  });

it('a system has only so many requests that wait for their report', async () => {
  const { institutionId } = await factory.activated('sabirsiz');
  await open(institutionId, 'SABIRSIZ', { host: '127.0.0.1', port: 9 });
  const [peer] = await findPeersByTitle(server.parts.db.drizzle, 'SABIRSIZ');
  const { drizzle } = server.parts.db;
  await drizzle.execute(sql`
    insert into pacs_commitments (id, institution_id, peer_id, asked_by, transaction_uid, instances, created_at)
    select gen_random_uuid(), ${institutionId}, ${peer!.id}, 'peer', '2.25.' || n, '[]', now()
    from generate_series(1, ${LIMITS.openCommitments}) n`);
  const association = await associated('SABIRSIZ');
  const request = (transactionUid: string) =>
    createUser(association).requestCommitment(
      writeCommitment({ transactionUid, instances: [UNKNOWN], failed: [] }, EXPLICIT_LE),
    );
  expect(await request('2.25.9001')).toMatchObject({ status: STATUS.resourceLimitation });
  // A transaction that was requested before is recognised, and one that was reported frees its place.
  expect(await request('2.25.7')).toMatchObject({ status: STATUS.success });
  await drizzle.execute(sql`update pacs_commitments set state = 'kept' where transaction_uid = '2.25.7'`);
  expect(await request('2.25.9001')).toMatchObject({ status: STATUS.success });
  await association.release();
});

it('refuses what is no request for commitment, and what nobody asked for', async () => {
  const { institutionId } = await factory.activated('adressiz');
  await open(institutionId, 'ADRESSIZ');
  const association = await associated('ORTHANC');
  const user = createUser(association);
  expect(await user.requestCommitment(Buffer.from('no data set'))).toMatchObject({ status: STATUS.invalidArgument });
  const nothing = writeCommitment({ transactionUid: '2.25.1', instances: [], failed: [] }, EXPLICIT_LE);
  expect(await user.requestCommitment(nothing)).toMatchObject({ status: STATUS.invalidArgument });
  const event = writeCommitment({ transactionUid: '2.25.2', instances: [UNKNOWN], failed: [] }, EXPLICIT_LE);
  expect(await user.reportCommitment(1, event)).toMatchObject({ status: STATUS.processingFailure });
  await association.release();
});

it('a commitment is read as it was written', () => {
  const information = {
    transactionUid: '2.25.3',
    instances: [{ sopClassUid: CT, sopInstanceUid: '2.25.4' }],
    failed: [{ ...UNKNOWN, reason: 0x0112 }],
  };
  expect(readCommitment(writeCommitment(information, EXPLICIT_LE), EXPLICIT_LE)).toEqual(information);
  expect(() => readCommitment(writeDataSet({}, EXPLICIT_LE), EXPLICIT_LE)).toThrow('no transaction');
});
