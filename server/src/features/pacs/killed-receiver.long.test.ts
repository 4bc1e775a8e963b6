import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pacs as contract } from '@duai/contract';
import { expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { SERVER_ARGUMENTS } from '../../../../scripts/server-command.mjs';
import { freePorts } from '../../../../scripts/test-servers/free-ports.ts';
import { readDataSet, textIn } from '../../dimse/messages/data-set.ts';
import { STATUS } from '../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, VERIFICATION } from '../../dimse/messages/uids.ts';
import { requestAssociation } from '../../dimse/requestor.ts';
import { createUser } from '../../dimse/services/user.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer } from '../../testing/test-server.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const START_MS = 100_000;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const dataSetOf = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  return bytes.subarray(144 + bytes.readUInt32LE(140));
};

it('[PAC-005] kill -9 in the middle of a store loses no acknowledged instance', async () => {
  const server = await startTestServer();
  const [port] = (await freePorts(1)) as [number];
  const associate = () =>
    requestAssociation({
      host: '127.0.0.1',
      port,
      callingAe: 'OLUM',
      calledAe: 'DUAI',
      implementation: { classUid: '2.25.77', versionName: 'TEST' },
      proposals: [CT, VERIFICATION].map((abstractSyntax) => ({ abstractSyntax, transferSyntaxes: [EXPLICIT_LE] })),
    });
  /** Starts a process that only receives, on the database and data directory of the test's server. */
  async function startReceiver() {
    const child = spawn(process.execPath, SERVER_ARGUMENTS, {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
        DATABASE_URL: server.parts.config.DATABASE_URL!,
        DUAI_DATA_DIR: server.dataDir,
        DUAI_ROLE: 'dicom',
        DUAI_DEMO: 'false',
        DICOM_PLAIN_PORT: String(port),
        DICOM_QUIET_SECONDS: '3600',
      },
      stdio: 'ignore',
    });
    await waitFor(
      async () => {
        const association = await associate().catch(() => undefined);
        await association?.release();
        return association && true;
      },
      START_MS,
      () => `the receiver is not ready (${child.exitCode})`,
    );
    return child;
  }
  const operator = await server.staff('operator');
  const { institutionId } = await createInstitutionFactory(server, operator).activated('olum');
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const body = { institutionId, name: 'CT', aeTitle: 'OLUM', identification };
  const peer = await operator.call(contract.addPacsPeer, { body });
  await operator.call(contract.openPacsPeer, { params: { peerId: peer.id }, body: { isOpen: true } });

  const instances = [1, 2, 3].flatMap((study) =>
    smallPhantom(72_000 + study).files.map(({ bytes }) => {
      const dataSet = dataSetOf(bytes);
      return { dataSet, uid: textIn(readDataSet(dataSet, EXPLICIT_LE), '00080018') };
    }),
  );
  const acknowledged = new Map<string, string>();
  let receiver = await startReceiver();
  try {
    const whenKilled = once(receiver, 'exit');
    const queue = [...instances];
    /** Sends complete instances until the receiver is gone. */
    const sender = async () => {
      const user = createUser(await associate());
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { uid, dataSet } = next;
        const instance = { sopClassUid: CT, sopInstanceUid: uid, transferSyntax: EXPLICIT_LE };
        const outcome = await user.store(
          instance,
          (async function* () {
            yield dataSet;
          })(),
        );
        if (outcome?.status === STATUS.success) acknowledged.set(uid, hashOf(dataSet));
      }
    };
    // One sender stays in the middle of its data set for as long as the receiver lives.
    const last = queue.pop()!;
    const half = createUser(await associate()).store(
      { sopClassUid: CT, sopInstanceUid: last.uid, transferSyntax: EXPLICIT_LE },
      (async function* () {
        yield last.dataSet.subarray(0, last.dataSet.length / 2);
        await whenKilled;
      })(),
    );
    const senders = Promise.allSettled([sender(), sender(), sender(), half]);
    await waitFor(
      () => acknowledged.size >= instances.length / 3 || undefined,
      60_000,
      () => 'too little was acknowledged',
    );
    receiver.kill('SIGKILL');
    const ends = await senders;
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(acknowledged.size).toBeLessThan(instances.length);

    const stored = async () =>
      (
        await server.parts.db.drizzle.execute<{ uid: string; sha256: string }>(`
          select sop_instance_uid as uid, sha256 from instances join studies on studies.id = study_id
          join scans on scans.id = scan_id where institution_id = '${institutionId}'`)
      ).rows;
    for (const { uid, sha256 } of await stored()) {
      const whole = hashOf(dataSetOf(await buffer(await server.parts.storage.open(sha256))));
      expect(whole).toBe(hashOf(instances.find((one) => one.uid === uid)!.dataSet));
      acknowledged.delete(uid);
    }
    expect([...acknowledged.keys()]).toEqual([]);

    receiver = await startReceiver();
    const association = await associate();
    for (const { uid, dataSet } of instances) {
      const instance = { sopClassUid: CT, sopInstanceUid: uid, transferSyntax: EXPLICIT_LE };
      const outcome = await createUser(association).store(
        instance,
        (async function* () {
          yield dataSet;
        })(),
      );
      expect([uid, outcome?.status]).toEqual([uid, STATUS.success]);
    }
    await association.release();
    expect(new Set((await stored()).map(({ uid }) => uid))).toEqual(new Set(instances.map(({ uid }) => uid)));
    expect(await stored()).toHaveLength(instances.length);
  } finally {
    if (receiver.exitCode === null && receiver.signalCode === null) receiver.kill('SIGKILL');
    await server.end();
  }
});
