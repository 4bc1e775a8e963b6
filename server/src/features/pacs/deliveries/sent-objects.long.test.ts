import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pacs as contract, evaluation, presentationStates, scans as scanContract } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { type DcmtkServer, startStorescp } from '../../../../../scripts/test-servers/dcmtk.ts';
import { startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { stowRequest } from '../../../../../scripts/test-servers/stow.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const [SEGMENTATION, SECONDARY_CAPTURE] = ['1.2.840.10008.5.1.4.1.1.66.4', '1.2.840.10008.5.1.4.1.1.7'] as const;
const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';
const PRESENTATION_STATE = '1.2.840.10008.5.1.4.1.1.11.1';
const run = promisify(execFile);

let dir: string;
let storescp: DcmtkServer;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-sent-'));
  storescp = await startStorescp(dir);
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(async () => {
  await server.end();
  await storescp.close();
  await rm(dir, { recursive: true });
});

/** An institution whose results are sent to storescp. */
async function connected(
  name: string,
  {
    port = storescp.port,
    algorithmIds = null,
    ...route
  }: {
    objects: contract.PacsDelivery['object'][];
    algorithmIds?: string[] | null;
    sendsWhen?: 'after-agreement';
    port?: number;
  },
) {
  const { admin, institutionId } = await factory.activated(name);
  const body = {
    ...{ institutionId, name, aeTitle: name.toUpperCase() },
    identification: { transport: 'plain' as const, address: '127.0.0.1' },
    destination: { host: '127.0.0.1', port },
  };
  const { id: peerId } = await operator.call(contract.addPacsPeer, { body });
  const params = { peerId };
  await operator.call(contract.openPacsPeer, { params, body: { isOpen: true } });
  await operator.call(contract.setResultRoute, { params, body: { ...route, algorithmIds } });
  const { scan } = await factory.upload(admin);
  expect(await factory.settled(admin)).toMatchObject([{ status: 'complete' }]);
  const sent = (count: number) =>
    waitFor(
      async () => {
        const { rows } = await admin.call(contract.listDeliveries);
        return rows.length === count && rows.every(({ state }) => state !== 'waiting') ? rows : undefined;
      },
      60_000,
      () => `the objects were not sent; log:\n${server.logLines.slice(-5).join('')}`,
    );
  return { admin, scan, sent };
}

/** The archive's files: bytes by file name, which contains the SOP Instance UID. */
const archived = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(dir)).map(async (name) => [name, await readFile(join(dir, name), 'hex')] as const),
    ),
  );
const attribute = async (name: string, tag: string): Promise<unknown> =>
  (
    JSON.parse((await run('dcm2json', [join(dir, name)], { maxBuffer: 2 ** 26 })).stdout) as Record<
      string,
      { Value?: unknown[] }
    >
  )[tag]?.Value?.[0];

it('masks and a picture with them burnt in go back, say what they are not for, and stay the same object when the record of a send is lost', async () => {
  const { sent } = await connected('maske', { objects: ['segmentation', 'secondary-capture'] });
  const rows = await sent(2);
  expect(rows.map(({ object, state }) => `${object} ${state}`).sort()).toEqual([
    expect.stringMatching(/^secondary-capture (sent|kept)$/),
    expect.stringMatching(/^segmentation (sent|kept)$/),
  ]);
  const before = await archived();
  const classes: Record<string, string> = {};
  for (const name of Object.keys(before)) {
    classes[String(await attribute(name, '00080016'))] = name;
    const { stdout, stderr } = await run('dciodvfy', [join(dir, name)]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
    expect(await attribute(name, '0008103E')).toMatch(/not for primary diagnosis$/);
  }
  expect(Object.keys(classes).sort()).toEqual([SEGMENTATION, SECONDARY_CAPTURE].sort());
  const picture = classes[SECONDARY_CAPTURE]!;
  expect(await attribute(picture, '00082111')).toMatch(/not for primary diagnosis: .*\(ct\.lung-density \d/);
  expect(await attribute(picture, '00280004')).toBe('RGB');

  // Simulates a kill -9 between the archive's answer and the update of our row, with and without the stored object.
  for (const content of ['content', 'null']) {
    for (const name of Object.keys(before)) await rm(join(dir, name));
    await server.parts.db.drizzle.execute(
      `update pacs_deliveries set state = 'waiting', sent_at = null, commitment_id = null, content = ${content}`,
    );
    const attempt = { jobId: '', attempt: 2, isLastAttempt: false, signal: new AbortController().signal };
    for (const { id } of rows) await server.features.pacs.deliveries.deliver({ deliveryId: id }, attempt);
    expect(await archived()).toEqual(before);
  }
});

const ofClass = async (sopClass: string, names: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const name of names) if ((await attribute(name, '00080016')) === sopClass) found.push(name);
  return found;
};

it('the result report goes back as an encapsulated PDF, which dcmtk unwraps and anybody can read', async () => {
  const before = Object.keys(await archived());
  const { sent, scan, admin } = await connected('belge', { objects: ['encapsulated-pdf'] });
  expect(await sent(1)).toMatchObject([{ object: 'encapsulated-pdf', state: expect.stringMatching(/sent|kept/) }]);
  const came = Object.keys(await archived()).filter((each) => !before.includes(each));
  const [name = '', ...others] = await ofClass(ENCAPSULATED_PDF, came);
  expect([came.length, others]).toEqual([1, []]);
  const { stdout, stderr } = await run('dciodvfy', [join(dir, name)]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
  const { studies } = await admin.call(scanContract.getScan, { params: { scanId: scan.id } });
  expect(await attribute(name, '0020000D')).toBe(studies[0]?.studyInstanceUid);
  expect(await attribute(name, '00420012')).toBe('application/pdf');
  const [pdf, text] = [join(dir, 'belge.pdf'), join(dir, 'belge.txt')];
  await run('dcm2pdf', [join(dir, name), pdf]);
  await run('pdftotext', [pdf, text]);
  expect(await readFile(text, 'utf8')).toMatch(/ct\.lung-density[\s\S]*Mean lung density/);
  for (const file of [pdf, text]) await rm(file);
});

it('a route names its algorithms: results of others do not go, neither as an object of their own nor within a report', async () => {
  const before = Object.keys(await archived());
  const objects = ['structured-report' as const, 'encapsulated-pdf' as const, 'segmentation' as const];
  const { sent } = await connected('yalniz', { objects, algorithmIds: ['qc.series'] });
  // The check of the series has no mask: that of the lungs, which the other test gets, is of another algorithm.
  expect((await sent(2)).map(({ object }) => object).sort()).toEqual(['encapsulated-pdf', 'structured-report']);
  const came = Object.keys(await archived()).filter((each) => !before.includes(each));
  expect(await ofClass(SEGMENTATION, came)).toEqual([]);
  const [document = ''] = await ofClass(ENCAPSULATED_PDF, came);
  const [report = ''] = came.filter((each) => each !== document);
  const [pdf, text] = [join(dir, 'yalniz.pdf'), join(dir, 'yalniz.txt')];
  await run('dcm2pdf', [join(dir, document), pdf]);
  await run('pdftotext', [pdf, text]);
  const said = [await readFile(text, 'utf8'), (await run('dsrdump', [join(dir, report)])).stdout];
  for (const each of said) {
    expect(each).toMatch(/qc\.series/);
    // The phantom's series is called after the lung too.
    expect(each).not.toMatch(/lung.density|mean lung|lung volume/i);
  }
  for (const file of [pdf, text]) await rm(file);
});

it('outlines of the masks go back as a presentation state, which dcmtk draws with its image', async () => {
  const before = Object.keys(await archived());
  const { scan, admin, sent } = await connected('cizgi', { objects: ['presentation-state'] });
  expect(await sent(1)).toMatchObject([{ object: 'presentation-state', state: expect.stringMatching(/sent|kept/) }]);
  const [name = ''] = Object.keys(await archived()).filter((each) => !before.includes(each));
  const state = join(dir, name);
  expect(await attribute(name, '00080016')).toBe(PRESENTATION_STATE);
  const said = async (command: string, args: string[]) => {
    const { stdout, stderr } = await run(command, args, { maxBuffer: 2 ** 27 }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return `${stdout}${stderr}`;
  };
  const errors = (text: string) => text.split('\n').filter((line) => /^(Error|E:|F:)/.test(line));
  expect(errors(await said('dciodvfy', [state]))).toEqual([]);
  expect(errors(await said('dcmpschk', [state]))).toEqual([]);

  // Each image of the series with a mask has its outlines, the algorithm and its version; one has the numbers too.
  const whole = await said('dcmdump', ['+L', '+R', '400', state]);
  const [version] = /ct\.lung-density (\d+\.\d+\.\d+)/.exec(whole)?.slice(1) ?? [];
  expect(version).toBeTruthy();
  expect(whole).toContain('[AI result - not for primary diagnosis');
  expect(whole).toMatch(/CS \[POLYLINE\]/);
  expect(whole).toMatch(/ST \[LUNG/);
  expect(whole.match(/AI result - not for primary diagnosis/g)?.length).toBeGreaterThan(3);
  expect(whole.match(/Lung volume: [\d.]+ /gi)).toHaveLength(1);

  const { studies } = await admin.call(scanContract.getScan, { params: { scanId: scan.id } });
  const images = studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
  const named = images.find(({ sopInstanceUid }) => sopInstanceUid && whole.includes(sopInstanceUid));
  const image = join(dir, 'image.dcm');
  const { rows } = await server.parts.db.drizzle.execute<{ sha256: string }>(
    `select sha256 from instances where id = '${named?.id}'`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of await server.features.studies.openFile(rows[0]?.sha256 ?? '')) chunks.push(chunk as Buffer);
  await writeFile(image, Buffer.concat(chunks));
  const picture = join(dir, 'image.pgm');
  const kept = join(dir, 'kept.dcm');
  expect(errors(await said('dcmp2pgm', ['-p', state, '+S', kept, image, picture]))).toEqual([]);
  expect((await readFile(picture)).subarray(0, 2).toString()).toBe('P5');
  // What dcmtk read of the graphics it writes again.
  const read = await said('dcmdump', ['+L', '+R', '400', kept]);
  expect(read.match(/CS \[POLYLINE\]/g)?.length).toBe(whole.match(/CS \[POLYLINE\]/g)?.length);
  for (const file of [image, picture, kept]) await rm(file);
});

it('a presentation state reaches Orthanc, another maker’s archive, whole and beside the image that it names, and is known as ours when it comes back', async () => {
  const orthanc = await startOrthanc();
  try {
    const { scan, admin, sent } = await connected('orthanc', {
      objects: ['presentation-state'],
      port: orthanc.dicomPort,
    });
    expect(await sent(1)).toMatchObject([{ object: 'presentation-state', state: expect.stringMatching(/sent|kept/) }]);
    const [id = '', ...others] = (await (await fetch(`${orthanc.url}/instances`)).json()) as string[];
    expect(others).toEqual([]);
    const file = join(dir, 'from-orthanc.dcm');
    await writeFile(file, Buffer.from(await (await fetch(`${orthanc.url}/instances/${id}/file`)).arrayBuffer()));
    expect(await attribute('from-orthanc.dcm', '00080016')).toBe(PRESENTATION_STATE);
    const checked = await run('dcmpschk', [file]).catch((error: { stdout: string; stderr: string }) => error);
    expect(`${checked.stdout}${checked.stderr}`.split('\n').filter((line) => /^(Error|E:|F:)/.test(line))).toEqual([]);
    const { studies } = await admin.call(scanContract.getScan, { params: { scanId: scan.id } });
    expect(await attribute('from-orthanc.dcm', '0020000D')).toBe(studies[0]?.studyInstanceUid);
    const whole = (await run('dcmdump', ['+L', '+R', '400', file], { maxBuffer: 2 ** 27 })).stdout;
    const images = studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
    expect(images.some(({ sopInstanceUid }) => sopInstanceUid && whole.includes(sopInstanceUid))).toBe(true);
    expect(whole).toContain('not for primary diagnosis');

    // The archive gives it back: it is listed once, as ours, and nothing is analysed anew.
    const before = await admin.call(scanContract.getScan, { params: { scanId: scan.id } });
    for (let times = 0; times < 2; times += 1) {
      const { body, contentType } = stowRequest([new Uint8Array(await readFile(file))]);
      const cookie = admin
        .cookies()
        .map((pair) => pair.join('='))
        .join('; ');
      const headers = { 'content-type': contentType, cookie };
      const answer = await fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    }
    const params = { scanId: scan.id };
    const { states } = await admin.call(presentationStates.listOfScan, { params });
    expect(states).toMatchObject([{ label: 'AI_FINDINGS', isOurs: true, isRead: true }]);
    expect(await admin.call(scanContract.getScan, { params })).toEqual(before);
    await rm(file);
  } finally {
    await orthanc.close();
  }
}, 120_000);

it('after a reader agreed, and while nobody disagrees, the results of that algorithm go, once', async () => {
  const route = { objects: ['structured-report' as const], sendsWhen: 'after-agreement' as const };
  const { admin, scan, sent } = await connected('okuyan', route);
  const say = (code: string, verdict: 'agree' | 'disagree') =>
    admin.call(evaluation.setVerdict, {
      params: { scanId: scan.id },
      body: { algorithmId: 'ct.lung-density', code, verdict },
    });
  await say('DENSITY', 'disagree');
  await say('CUT_OFF', 'agree');
  const { plan } = server.features.pacs.deliveries;
  await plan({ scanId: scan.id, submission: 1 });
  expect((await admin.call(contract.listDeliveries)).rows).toEqual([]);
  await say('DENSITY', 'agree');
  const [row, ...others] = await sent(1);
  expect([row!.object, others]).toEqual(['structured-report', []]);
  await say('CUT_OFF', 'agree');
  await plan({ scanId: scan.id, submission: 1, algorithmId: 'ct.lung-density' });
  expect((await admin.call(contract.listDeliveries)).rows.map(({ id }) => id)).toEqual([row!.id]);
});
