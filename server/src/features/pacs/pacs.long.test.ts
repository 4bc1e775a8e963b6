import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pacs as contract, integrations, LIMITS, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { makeCertificate, type TestCertificate } from '../../../../scripts/test-servers/certificates.ts';
import { dcmtk, startStorescp } from '../../../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { TaskStopped } from '../../adapters/compute/port.ts';
import { createLogger } from '../../core/logger.ts';
import { STATUS } from '../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, VERIFICATION } from '../../dimse/messages/uids.ts';
import { requestAssociation } from '../../dimse/requestor.ts';
import { createUser } from '../../dimse/services/user.ts';
import { HOSTILE_EXCHANGES, playHostile } from '../../dimse/testing/hostile-exchanges.ts';
import { start } from '../../start.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const SHARED = resolve(import.meta.dirname, '../../../../../shared/data/dicom');
const LOCAL = { transport: 'plain' as const, address: '127.0.0.1' };

let dir: string;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let identity: TestCertificate;
let plain: number;
beforeAll(async () => {
  dir = await temporaryDirectory();
  identity = makeCertificate('duai');
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  await writeFile(key, identity.key);
  await writeFile(cert, identity.cert);
  server = await startTestServer({
    DICOM_PLAIN_PORT: '0',
    DICOM_TLS_PORT: '0',
    DICOM_TLS_KEY_FILE: key,
    DICOM_TLS_CERT_FILE: cert,
    DICOM_QUIET_SECONDS: '1',
  });
  plain = server.dicom!.plainPort!;
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(() => server.end());

/** An institution with an open peer with this title. */
async function connected(
  name: string,
  identification: typeof LOCAL | { transport: 'tls'; certificate: string } = LOCAL,
) {
  const { admin, institutionId } = await factory.activated(name);
  const aeTitle = name.toUpperCase();
  const body = { institutionId, name, aeTitle, identification };
  const peer = await operator.call(contract.addPacsPeer, { body });
  await setOpen(peer.id, true);
  return { admin, institutionId, aeTitle, peer };
}
const setOpen = (peerId: string, isOpen: boolean) =>
  operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen } });

const echoscu = (from: string, to = 'DUAI', port = plain) =>
  dcmtk('echoscu', ['-aet', from, '-aec', to, '127.0.0.1', String(port)]);

interface Slice {
  bytes: Uint8Array;
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const dataSetOf = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  return bytes.subarray(144 + bytes.readUInt32LE(140));
};
const SOP_INSTANCE_UID = Buffer.from([0x08, 0x00, 0x18, 0x00, 0x55, 0x49]);
const uidOf = ({ bytes }: Slice) => {
  const dataSet = dataSetOf(bytes);
  const at = dataSet.indexOf(SOP_INSTANCE_UID);
  return dataSet.toString('latin1', at + 8, at + 8 + dataSet.readUInt16LE(at + 6)).replace(/\0$/, '');
};
/** Sends unchanged data sets over one association. @returns the statuses */
async function send(
  callingAe: string,
  slices: Slice[],
  change: { sopInstanceUid?: string; comments?: (string | undefined)[] } = {},
): Promise<number[]> {
  const association = await requestAssociation({
    host: '127.0.0.1',
    port: plain,
    callingAe,
    calledAe: 'DUAI',
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    proposals: [{ abstractSyntax: CT, transferSyntaxes: [EXPLICIT_LE] }],
  });
  const user = createUser(association);
  const statuses: number[] = [];
  for (const slice of slices) {
    const instance = {
      sopClassUid: CT,
      sopInstanceUid: change.sopInstanceUid ?? uidOf(slice),
      transferSyntax: EXPLICIT_LE,
    };
    async function* content() {
      yield dataSetOf(slice.bytes);
    }
    const outcome = (await user.store(instance, content()))!;
    statuses.push(outcome.status);
    change.comments?.push(outcome.comment);
  }
  await association.release();
  return statuses;
}
const imagesOf = async (admin: HttpClient) => {
  const [scan] = await factory.settled(admin);
  const { rows } = await server.parts.db.drizzle.execute<{ count: number }>(
    `select count(*)::int as count from instances join studies on studies.id = study_id where scan_id = '${scan!.id}'`,
  );
  return rows[0]!.count;
};
const stagedFiles = async () =>
  (await readdir(join(server.dataDir, 'staging'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.owner'),
  );

describe('a peer', () => {
  it('is closed until an operator opens it; wrong titles and unknown peers are refused with the right code', async () => {
    const { aeTitle, peer } = await connected('anka');
    expect((await echoscu(aeTitle)).code).toBe(0);
    const reasons = async (...call: Parameters<typeof echoscu>) => (await echoscu(...call)).output;
    expect(await reasons(aeTitle, 'SOMEBODY')).toContain('Called AE Title Not Recognized');
    expect(await reasons('NOBODY')).toContain('Calling AE Title Not Recognized');
    await setOpen(peer.id, false);
    expect(await reasons(aeTitle)).toContain('Calling AE Title Not Recognized');
    const again = { institutionId: peer.institutionId, name: 'again', aeTitle, identification: LOCAL };
    expect(await codeOf(operator.call(contract.addPacsPeer, { body: again }))).toBe('PACS_PEER_TAKEN');
    await operator.call(contract.removePacsPeer, { params: { peerId: peer.id } });
    expect((await operator.call(contract.listPacsPeers)).map(({ id }) => id)).not.toContain(peer.id);
  });

  it('has one IPv6 address however it is written', async () => {
    const { institutionId } = await factory.activated('angit');
    const add = (address: string) =>
      operator.call(contract.addPacsPeer, {
        body: { institutionId, name: 'CT', aeTitle: 'ANGIT', identification: { transport: 'plain', address } },
      });
    expect(await add('2001:DB8:0:0::1')).toMatchObject({ address: '2001:db8::1' });
    expect(await codeOf(add('2001:db8::0:1'))).toBe('PACS_PEER_TAKEN');
    expect(await add('::ffff:192.0.2.7')).toMatchObject({ address: '192.0.2.7' });
  });

  it('that is closed while it sends stores nothing more', async () => {
    const { aeTitle, peer, admin } = await connected('atmaca');
    const { files } = factory.freshPhantom();
    const association = await requestAssociation({
      host: '127.0.0.1',
      port: plain,
      callingAe: aeTitle,
      calledAe: 'DUAI',
      implementation: { classUid: '2.25.77', versionName: 'TEST' },
      proposals: [{ abstractSyntax: CT, transferSyntaxes: [EXPLICIT_LE] }],
    });
    await setOpen(peer.id, false);
    async function* content() {
      yield dataSetOf(files[0]!.bytes);
    }
    const instance = { sopClassUid: CT, sopInstanceUid: uidOf(files[0]!), transferSyntax: EXPLICIT_LE };
    expect(await createUser(association).store(instance, content())).toMatchObject({ status: STATUS.notAuthorized });
    await association.release();
    expect(await admin.call(scanContract.listScans)).toEqual([]);
  });

  it('[PAC-007] TLS with client certificates is required where set; anonymous and plain peers are refused', async () => {
    const [own, other] = [makeCertificate('ct'), makeCertificate('other')];
    const { aeTitle } = await connected('kartal', { transport: 'tls', certificate: own.cert });
    const tlsPort = server.dicom!.tlsPort!;
    const files = async (name: string, { key, cert }: TestCertificate) => {
      const paths = [join(dir, `${name}-key.pem`), join(dir, `${name}-cert.pem`)] as const;
      await writeFile(paths[0], key);
      await writeFile(paths[1], cert);
      return paths;
    };
    const trusted = (await files('server', identity))[1];
    const over = async (options: string[]) =>
      dcmtk('echoscu', [...options, '-aet', aeTitle, '-aec', 'DUAI', '127.0.0.1', String(tlsPort)]);
    expect(await over(['+tls', ...(await files('own', own)), '+cf', trusted])).toMatchObject({ code: 0 });
    const stranger = await over(['+tls', ...(await files('other', other)), '+cf', trusted]);
    expect(stranger.output).toContain('Calling AE Title Not Recognized');
    const anonymous = await over(['+tla', '-ic']);
    expect(anonymous.output).toContain('Calling AE Title Not Recognized');
    // Unencrypted on the TLS port, and on the unencrypted port, where this title has no address.
    expect((await over(['-ta', '5', '-to', '5'])).code).not.toBe(0);
    expect((await echoscu(aeTitle)).output).toContain('Calling AE Title Not Recognized');
    // The title of an unencrypted peer does not work over TLS.
    const { aeTitle: plainTitle } = await connected('karga');
    const asPlain = ['-aet', plainTitle, '-aec', 'DUAI', '127.0.0.1', String(tlsPort)];
    expect((await dcmtk('echoscu', ['+tla', '-ic', ...asPlain])).output).toContain('Calling AE Title Not Recognized');
  });
});

describe('C-STORE', () => {
  it('makes one scan of a study, analysed when nothing more comes, and again when late slices come; it is counted once', async () => {
    const { admin, aeTitle, institutionId } = await connected('bulbul');
    const { files } = factory.freshPhantom();
    expect(await send(aeTitle, files.slice(0, -2))).toEqual(files.slice(2).map(() => STATUS.success));
    const [first] = await factory.settled(admin);
    expect(first).toMatchObject({ source: 'pacs', modality: 'CT', status: 'complete' });
    expect(await imagesOf(admin)).toBe(files.length - 2);
    expect(await send(aeTitle, files)).toEqual(files.map(() => STATUS.success));
    const settled = await factory.settled(admin);
    expect(settled).toHaveLength(1);
    expect(settled[0]!.id).toBe(first!.id);
    expect(await imagesOf(admin)).toBe(files.length);
    const { rows } = await server.parts.db.drizzle.execute<{ used: number }>(
      `select used_scans as used from trials where institution_id = '${institutionId}'`,
    );
    expect(rows[0]!.used).toBe(1);
  });

  it('[PAC-003] the same slice by file, STOW-RS and C-STORE is one instance; other content under the same UID is quarantined', async () => {
    const { admin, aeTitle, peer } = await connected('ciltli');
    const { files } = factory.freshPhantom();
    await admin.call(scanContract.uploadScan, { form: imagesForm(files) });
    await factory.settled(admin);
    const { key, secret } = await admin.call(integrations.createApiKey, {
      body: { name: 'PACS', scopes: ['scans:write'] },
    });
    expect(key.scopes).toEqual(['scans:write']);
    const { body, contentType } = stowRequest(files.map(({ bytes }) => bytes));
    const stow = await fetch(`${server.address}/api/dicom-web/studies`, {
      method: 'POST',
      headers: { 'content-type': contentType, authorization: `Bearer ${secret}` },
      body,
    });
    expect(stow.status).toBe(200);
    // C-STORE carries no meta information, so it differs in the stored file.
    expect(await send(aeTitle, files)).toEqual(files.map(() => STATUS.success));
    expect(await imagesOf(admin)).toBe(files.length);
    expect(await factory.settled(admin)).toHaveLength(1);
    // An image stored before data sets had hashes is recognised, too.
    await server.parts.db.drizzle.execute('update instances set data_set_sha256 = null');
    expect(await send(aeTitle, files.slice(0, 1))).toEqual([STATUS.success]);
    expect(await imagesOf(admin)).toBe(files.length);

    const changed = Buffer.from(files[0]!.bytes);
    changed[changed.length - 1]! ^= 1;
    expect(await send(aeTitle, [{ bytes: changed }, { bytes: changed }])).toEqual([
      STATUS.duplicateInstance,
      STATUS.duplicateInstance,
    ]);
    expect(await imagesOf(admin)).toBe(files.length);
    const aside = (await operator.call(contract.listQuarantine)).rows.filter(({ peerId }) => peerId === peer.id);
    expect(aside).toHaveLength(1);
    expect(server.logLines.join('')).toContain('quarantined');
    expect(server.logLines.join('')).not.toContain(uidOf(files[0]!));
  });

  it('keeps only so much of a study aside; what was kept is acknowledged as before', async () => {
    const { admin, aeTitle, peer, institutionId } = await connected('kenarda');
    const { files } = factory.freshPhantom();
    await admin.call(scanContract.uploadScan, { form: imagesForm(files) });
    const [scan] = await factory.settled(admin);
    const other = (difference: number) => {
      const bytes = Buffer.from(files[0]!.bytes);
      bytes[bytes.length - 1]! ^= difference;
      return { bytes };
    };
    expect(await send(aeTitle, [other(1)])).toEqual([STATUS.duplicateInstance]);
    await server.parts.db.drizzle.execute(sql`
      insert into pacs_quarantine (id, institution_id, peer_id, way, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
      select gen_random_uuid(), ${institutionId}, ${peer.id}, 'c-store', ${scan!.id}, '2.25.' || n, '', n::text, 1, now()
      from generate_series(1, ${LIMITS.quarantinedPerStudy - 1}) n`);
    expect(await send(aeTitle, [other(1), other(2)])).toEqual([STATUS.duplicateInstance, STATUS.outOfResources]);
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select id from pacs_quarantine where scan_id = ${scan!.id}`,
    );
    expect(rows).toHaveLength(LIMITS.quarantinedPerStudy);
  });

  it('acknowledges nothing over a damaged copy: what came takes its place, by C-STORE and by file', async () => {
    const { admin, aeTitle } = await connected('erguvan');
    const { drizzle } = server.parts.db;
    const { files } = factory.freshPhantom();
    // The preamble has no fixed meaning (PS3.10 section 7.1): this is another file with the same data set.
    const byHand = files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes).fill(1, 0, 128) }));
    await admin.call(scanContract.uploadScan, { form: imagesForm(byHand.slice(1)) });
    const [scan] = await factory.settled(admin);
    const copies = async () =>
      (
        await drizzle.execute<{ sha256: string; damage: string | null }>(`
          select sha256, damage from instances join studies on studies.id = study_id left join stored_files using (sha256)
          where scan_id = '${scan!.id}' order by sha256`)
      ).rows;
    const damageAll = async () => {
      for (const { sha256 } of await copies()) {
        await drizzle.execute(
          `update stored_files set damage = 'missing', damage_found_at = now() where sha256 = '${sha256}'`,
        );
        await rm(join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256), { force: true });
      }
    };
    // An undamaged copy stays, even when its data set comes again in another file together with a new one.
    const whole = await copies();
    const again = { name: 'again.dcm', bytes: Buffer.from(byHand[1]!.bytes).fill(2, 0, 128) };
    await admin.call(scanContract.uploadScan, { form: imagesForm([byHand[0]!, again]) });
    await factory.settled(admin);
    const byFile = await copies();
    expect(byFile).toHaveLength(files.length);
    expect(byFile).toEqual(expect.arrayContaining(whole));
    await damageAll();
    expect(await send(aeTitle, files)).toEqual(files.map(() => STATUS.success));
    await factory.settled(admin);
    const byArchive = await copies();
    expect(byArchive.map(({ damage }) => damage)).toEqual(files.map(() => null));
    for (const { sha256 } of byArchive) {
      expect(byFile.some((copy) => copy.sha256 === sha256)).toBe(false);
      expect(await server.parts.storage.has(sha256)).toBe(true);
    }
    await damageAll();
    await admin.call(scanContract.uploadScan, { form: imagesForm(byHand) });
    await factory.settled(admin);
    expect(await copies()).toEqual(byFile);
    expect(await imagesOf(admin)).toBe(files.length);
  });

  it('refuses what is no image of its class, and what it cannot read', async () => {
    const { admin, aeTitle } = await connected('doru');
    const [slice] = factory.freshPhantom().files;
    expect(await send(aeTitle, [slice!], { sopInstanceUid: '2.25.999' })).toEqual([STATUS.doesNotMatch]);
    const noise = { bytes: Buffer.concat([Buffer.from(slice!.bytes).subarray(0, 600), Buffer.alloc(500, 3)]) };
    expect(await send(aeTitle, [noise], { sopInstanceUid: '2.25.998' })).toEqual([STATUS.cannotUnderstand]);
    expect(await admin.call(scanContract.listScans)).toEqual([]);
    await expect.poll(stagedFiles).toEqual([]);
  });

  it('lets a system whose files end their checker wait, and no other of its institution', async () => {
    const { admin, aeTitle, institutionId } = await connected('dalgic');
    const other = { institutionId, name: 'other', aeTitle: 'DALGIC2', identification: LOCAL };
    await setOpen((await operator.call(contract.addPacsPeer, { body: other })).id, true);
    const { files } = factory.freshPhantom();
    const stopped = vi.spyOn(server.parts.quick, 'run').mockRejectedValue(new TaskStopped('CRASHED', 'for the test'));
    const five = Array.from({ length: 5 }, () => files[0]!);
    expect(await send(aeTitle, five)).toEqual(five.map(() => STATUS.outOfResources));
    stopped.mockRestore();
    expect(await send(aeTitle, files.slice(0, 1))).toEqual([STATUS.outOfResources]);
    expect(await send(other.aeTitle, files.slice(0, 1))).toEqual([STATUS.success]);
    expect(await admin.call(scanContract.listScans)).toHaveLength(1);
  });

  it('answers A700 on a full disk, as the bytes come and at the end; then nothing of it is kept, and it can come again', async () => {
    const { admin, aeTitle } = await connected('guvercin');
    const [slice] = factory.freshPhantom().files;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    for (const step of ['stage', 'commit'] as const) {
      const writing = vi.spyOn(server.parts.storage, step).mockRejectedValue(full);
      expect([step, await send(aeTitle, [slice!])]).toEqual([step, [STATUS.outOfResources]]);
      writing.mockRestore();
      await expect.poll(stagedFiles, { message: step }).toEqual([]);
    }
    expect(await admin.call(scanContract.listScans)).toEqual([]);
    expect(await send(aeTitle, [slice!])).toEqual([STATUS.success]);
  });

  it('refuses the first instance of a study beyond the trial, and keeps nothing of it', async () => {
    const { institutionId, aeTitle, admin } = await connected('ebabil');
    await server.parts.db.drizzle.execute(
      `update trials set used_scans = scan_limit where institution_id = '${institutionId}'`,
    );
    const [slice] = factory.freshPhantom().files;
    const comments: (string | undefined)[] = [];
    expect(await send(aeTitle, [slice!], { comments })).toEqual([STATUS.outOfResources]);
    expect(comments).toEqual(['No scans are left: ask your administrator']);
    expect(await admin.call(scanContract.listScans)).toEqual([]);
    await expect.poll(stagedFiles).toEqual([]);
  });

  it('[PAC-002] what is stored by C-STORE equals byte for byte what storescp +B stores, over the shared set', async () => {
    const { aeTitle, institutionId } = await connected('florya');
    const { drizzle } = server.parts.db;
    await drizzle.execute(`update trials set scan_limit = 1000 where institution_id = '${institutionId}'`);
    const reference = join(dir, 'reference');
    await mkdir(reference);
    // Unique file names, because some UIDs come twice with different content; this server refuses some of these.
    const storescp = await startStorescp(reference, ['+uf']);
    // A process that only receives; the quiet period is so long that nothing is analysed.
    const receiver = await start(
      { ...server.parts.config, DUAI_ROLE: 'dicom', DICOM_TLS_PORT: undefined, DICOM_QUIET_SECONDS: 3600 },
      { log: createLogger('silent') },
    );
    const sent = (port: number) =>
      dcmtk('dcmsend', ['-dn', '-nh', '-aet', aeTitle, '-aec', 'DUAI', '+sd', '+r', '127.0.0.1', String(port), SHARED]);
    await sent(storescp.port);
    await sent(receiver.dicom!.plainPort!);
    await storescp.close();
    await receiver.stop();
    const { rows } = await drizzle.execute<{ sha256: string }>(`
      select instances.sha256 from instances
      join studies on studies.id = study_id join scans on scans.id = scan_id where institution_id = '${institutionId}'
      union all select sha256 from pacs_quarantine where institution_id = '${institutionId}'`);
    const written = new Set<string>();
    for (const name of await readdir(reference)) written.add(hashOf(dataSetOf(await readFile(join(reference, name)))));
    for (const { sha256 } of rows) {
      const stored = await buffer(await server.parts.storage.open(sha256));
      expect([sha256, written.has(hashOf(dataSetOf(stored)))]).toEqual([sha256, true]);
    }
    expect(rows.length).toBeGreaterThan(100);
  });
});

it('[PAC-004] hostile exchanges leave the echo working and no file behind', async () => {
  const { aeTitle, admin } = await connected('gugukcuk');
  const titles = { callingAe: aeTitle, calledAe: 'DUAI' };
  const before = process.memoryUsage.rss();
  for (const exchange of HOSTILE_EXCHANGES) {
    const socket = await playHostile(exchange, plain, titles);
    const association = await requestAssociation({
      host: '127.0.0.1',
      port: plain,
      ...titles,
      implementation: { classUid: '2.25.77', versionName: 'TEST' },
      proposals: [{ abstractSyntax: VERIFICATION, transferSyntaxes: [IMPLICIT_LE] }],
    });
    expect([exchange.name, await createUser(association).echo()]).toEqual([
      exchange.name,
      { status: STATUS.success, comment: undefined },
    ]);
    await association.release();
    socket?.destroy();
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  expect(await admin.call(scanContract.listScans)).toEqual([]);
  await waitFor(
    async () => (await stagedFiles()).length === 0 || undefined,
    20_000,
    () => 'files are left in staging',
  );
});
