import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { accounts, integrations, pacs, scans } from '@duai/contract';
import { generate } from 'otplib';
import { EXPLICIT_LE } from '../../../server/src/dimse/messages/uids.ts';
import { requestAssociation } from '../../../server/src/dimse/requestor.ts';
import { createUser } from '../../../server/src/dimse/services/user.ts';
import { createHttpClient } from '../../http-client.ts';
import { startInstance, temporaryDirectory, waitFor } from '../../instance.ts';
import { dcmtk, startStorescp } from '../../test-servers/dcmtk.ts';
import { freePorts } from '../../test-servers/free-ports.ts';
import { startOrthanc } from '../../test-servers/orthanc.ts';
import type { Figure } from '../figure.ts';
import { agent, exchange, RELATED, relatedBody } from './http-exchange.ts';
import { memoryDuring } from './memory.ts';
import { createStudies, largeInstance, writeStudy } from './study-files.ts';

const ROUNDS = 3;
const TITLE = 'BENCH';
const SETTLES_WITHIN_MS = 120_000;

/** What others left to be written goes to the disk first: storescp syncs nothing, and the next one to be measured would wait for it. */
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  await promisify(execFile)('sync');
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

export interface PacsFigure extends Figure {
  isMet: boolean;
  /** The line of the checklist that it is evidence for. */
  shows?: string;
}

export const PARTS = ['c-store', 'stow'] as const;

/**
 * Stores and retrieves 300 slices, in comparison with Orthanc, storescp and a static file server. `parts`: by C-STORE, and
 * by STOW-RS and WADO-RS.
 */
export async function run(parts: readonly (typeof PARTS)[number][] = PARTS): Promise<PacsFigure[]> {
  const [port] = (await freePorts(1)) as [number];
  const env = { DICOM_PLAIN_PORT: String(port), DICOM_QUIET_SECONDS: '3600' };
  const [dir, received] = [await temporaryDirectory(), await temporaryDirectory()];
  const instance = await startInstance({ env });
  const orthanc = await startOrthanc();
  const storescp = await startStorescp(received);
  try {
    const { institution, key } = await admitted(instance.address, instance.logins);
    const pid = instance.process.pid!;
    const studyOf = createStudies();
    const send = async (to: number) => {
      const { code, output } = await dcmtk('storescu', [
        ...['-pdu', '131072', '-aet', TITLE, '-aec', 'DUAI', '127.0.0.1', String(to), '+sd', dir],
      ]);
      if (code !== 0) throw new Error(`storescu ended with ${code}: ${output.slice(-500)}`);
    };
    const times = { ours: [] as number[], orthanc: [] as number[], storescp: [] as number[] };
    let grownMb = 0;
    for (let round = 0; round <= ROUNDS && parts.includes('c-store'); round += 1) {
      await writeStudy(dir, studyOf(round).files);
      const plain = await seconds(() => send(storescp.port));
      let ours = 0;
      const memory = await memoryDuring(pid, async () => {
        ours = await seconds(() => send(port));
      });
      const other = await seconds(() => send(orthanc.dicomPort));
      // The first round starts processes and fills caches, so it is not counted.
      if (round === 0) continue;
      times.ours.push(ours);
      times.orthanc.push(other);
      times.storescp.push(plain);
      grownMb = Math.max(grownMb, memory.grownMb);
    }
    const stow = { ours: [] as number[], orthanc: [] as number[] };
    const wado = { ours: [] as number[], files: [] as number[], orthanc: [] as number[] };
    const authorization = { authorization: `Bearer ${key}` };
    for (let round = 10; round <= 10 + ROUNDS && parts.includes('stow'); round += 1) {
      const { studyInstanceUid, seriesInstanceUid, files } = studyOf(round);
      const body = relatedBody(files);
      const store = async (url: string, headers: Record<string, string>) => {
        const { status } = await exchange(url, {
          ...{ method: 'POST', body },
          headers: { ...headers, 'content-type': RELATED, accept: 'application/dicom+json' },
        });
        if (status !== 200) throw new Error(`${url} answered ${status}`);
      };
      const ours = await seconds(() => store(`${instance.address}/api/dicom-web/studies`, authorization));
      // Waits for its analysis, so that it does not affect the next measurement.
      await waitFor(
        async () => {
          const { status } = await institution.call(scans.getScanOfStudy, { params: { studyInstanceUid } });
          return status === 'processing' ? undefined : true;
        },
        SETTLES_WITHIN_MS,
        () => 'the analysis does not end',
      );
      const other = await seconds(() => store(`${orthanc.url}/dicom-web/studies`, {}));
      await writeStudy(dir, files);
      const path = `studies/${studyInstanceUid}/series/${seriesInstanceUid}`;
      const fetched = async (url: string, headers: Record<string, string>) => {
        const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*';
        const { status, bytes } = await exchange(url, { headers: { ...headers, accept } });
        if (status !== 200 || bytes < body.length * 0.99) throw new Error(`${url} answered ${status}, ${bytes} bytes`);
      };
      const ofOurs = await seconds(() => fetched(`${instance.address}/api/dicom-web/${path}`, authorization));
      const ofFiles = await filesServed(dir, files.length);
      const ofOrthanc = await seconds(() => fetched(`${orthanc.url}/dicom-web/${path}`, {}));
      if (round === 10) continue;
      stow.ours.push(ours);
      stow.orthanc.push(other);
      wado.ours.push(ofOurs);
      wado.files.push(ofFiles);
      wado.orthanc.push(ofOrthanc);
    }
    const least = (of: number[]) => Math.min(...of);
    const ours = least(times.ours);
    const figures: PacsFigure[] = [
      {
        ...{ name: 'C-STORE of 300 slices (158 MB), beside Orthanc', unit: 's', ours, baseline: least(times.orthanc) },
        ...{
          memoryMb: grownMb,
          aim: 'ratio ≤ 0.8, ≤ 150 MB',
          isMet: ours <= 0.8 * least(times.orthanc) && grownMb <= 150,
        },
      },
      {
        ...{ name: 'C-STORE of 300 slices, beside storescp +B', unit: 's', ours, baseline: least(times.storescp) },
        ...{ aim: 'ratio ≤ 5', isMet: ours <= 5 * least(times.storescp) },
      },
      {
        ...{ name: 'STOW-RS of 300 slices, beside Orthanc', unit: 's', ours: least(stow.ours) },
        ...{ baseline: least(stow.orthanc), aim: 'ratio ≤ 0.6', isMet: least(stow.ours) <= 0.6 * least(stow.orthanc) },
      },
      {
        ...{ name: 'WADO-RS of 300 slices, beside a static file server', unit: 's', ours: least(wado.ours) },
        ...{ baseline: least(wado.files), aim: 'ratio ≤ 1.25', isMet: least(wado.ours) <= least(wado.files) / 0.8 },
      },
      {
        ...{ name: 'WADO-RS of 300 slices, beside Orthanc', unit: 's', ours: least(wado.ours) },
        ...{ baseline: least(wado.orthanc), aim: '–', isMet: true },
      },
    ];
    return figures.filter(({ ours }) => Number.isFinite(ours));
  } finally {
    agent.destroy();
    await Promise.all([storescp.close(), orthanc.close(), instance.remove()]);
    for (const each of [dir, received]) await rm(each, { recursive: true, force: true });
  }
}

/**
 * Sends one large instance to a server of its own that received a small one before, because memory once allocated stays
 * allocated.
 */
export async function runLarge(): Promise<PacsFigure> {
  const [port] = (await freePorts(1)) as [number];
  const instance = await startInstance({ env: { DICOM_PLAIN_PORT: String(port), DICOM_QUIET_SECONDS: '3600' } });
  try {
    await admitted(instance.address, instance.logins);
    await sendLarge(port, largeInstance(1));
    const large = largeInstance(1000);
    let taken = 0;
    const { grownMb } = await memoryDuring(instance.process.pid!, async () => {
      taken = await seconds(() => sendLarge(port, large));
    });
    return {
      ...{ name: `C-STORE of one instance of ${large.sizeMb} MB`, unit: 's', ours: taken },
      ...{ memoryMb: grownMb, aim: '≤ 120 MB', isMet: grownMb <= 120, shows: 'PAC-008' },
    };
  } finally {
    await instance.remove();
  }
}

/** The sample institution with an admitted system and an API key. */
async function admitted(address: string, logins: Awaited<ReturnType<typeof startInstance>>['logins']) {
  const [institution, operator] = [createHttpClient(address), createHttpClient(address)];
  await institution.call(accounts.loginInstitutionUser, { body: logins.institution });
  const { email, password, totpSecret } = logins.operator;
  await operator.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
  const { user } = await institution.call(accounts.getInstitutionUser);
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const body = { institutionId: user.institution.id, name: TITLE, aeTitle: TITLE, identification };
  const { id: peerId } = await operator.call(pacs.addPacsPeer, { body });
  await operator.call(pacs.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  const scopes = ['scans:read', 'scans:write'] as const;
  const { secret } = await institution.call(integrations.createApiKey, { body: { name: TITLE, scopes: [...scopes] } });
  // The sample scans of a new server are analysed first: that work and its memory are not what is measured.
  await waitFor(
    async () =>
      (await institution.call(scans.listScans)).some(({ status }) => status === 'processing') ? undefined : true,
    SETTLES_WITHIN_MS,
    () => 'the analyses of the sample scans do not end',
  );
  return { institution, key: secret };
}

/** Seconds for the same files, one after the other over one connection, from Node's own HTTP server. */
async function filesServed(dir: string, count: number): Promise<number> {
  const server = createServer((incoming, answer) => {
    pipeline(createReadStream(join(dir, incoming.url!.slice(1))), answer).catch(() => answer.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const taken = await seconds(async () => {
    for (let index = 0; index < count; index += 1) await exchange(`${url}/${String(index).padStart(4, '0')}.dcm`);
  });
  server.closeAllConnections();
  server.close();
  return taken;
}

async function sendLarge(port: number, { sopClassUid, sopInstanceUid, dataSet }: ReturnType<typeof largeInstance>) {
  const association = await requestAssociation({
    ...{ host: '127.0.0.1', port, callingAe: TITLE, calledAe: 'DUAI' },
    implementation: { classUid: '2.25.77', versionName: TITLE },
    proposals: [{ abstractSyntax: sopClassUid, transferSyntaxes: [EXPLICIT_LE] }],
  });
  const instance = { sopClassUid, sopInstanceUid, transferSyntax: EXPLICIT_LE };
  const outcome = await createUser(association).store(instance, dataSet());
  if (outcome?.status !== 0) throw new Error(`the large instance was answered with ${outcome?.status.toString(16)}`);
  await association.release();
}
