import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { API_SCOPES, integrations } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory, waitFor } from '../../../scripts/instance.ts';
import { type DcmtkServer, dcmtk, startDcmqrscp, startStorescp } from '../../../scripts/test-servers/dcmtk.ts';
import { freePorts } from '../../../scripts/test-servers/free-ports.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../core/logger.ts';
import { createInstitutionFactory } from '../testing/institution-factory.ts';
import { smallPhantom } from '../testing/samples.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { checkHops } from './check.ts';
import { type GatewaySettings, readGatewaySettings } from './gateway-settings.ts';
import { type RunningGateway, startGateway } from './start-gateway.ts';

const WAIT_MS = 90_000;
const NAME = 'GIZLI^KIMLIK';
const { files } = smallPhantom(83_001, NAME);

let dir: string;
let server: TestServer;
let archive: DcmtkServer;
let settings: GatewaySettings;
let line: Awaited<ReturnType<typeof cuttableLine>>;
const logLines: string[] = [];
const log = createLogger('info', { write: (text) => void logLines.push(text) });

beforeAll(async () => {
  dir = await temporaryDirectory();
  await mkdir(join(dir, 'archive'));
  archive = await startStorescp(join(dir, 'archive'));
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  const { admin } = await factory.activated('gecit');
  const { secret } = await admin.call(integrations.createApiKey, { body: { name: 'GW', scopes: [...API_SCOPES] } });
  await writeFile(join(dir, 'api-key'), `${secret}\n`);
  line = await cuttableLine(Number(new URL(server.listensOn!).port));
  settings = await readGatewaySettings(
    readConfig({
      ...{ NODE_ENV: 'test', DUAI_ROLE: 'gateway', DUAI_DATA_DIR: dir, DICOM_AE_TITLE: 'GW', DICOM_PLAIN_PORT: '0' },
      ...{ DICOM_QUIET_SECONDS: '1', GATEWAY_STATUS_PORT: '0', GATEWAY_SOURCES: 'CT1@127.0.0.1' },
      GATEWAY_API_KEY_FILE: join(dir, 'api-key'),
      GATEWAY_ARCHIVE: `ARCHIVE@127.0.0.1:${archive.port}`,
      GATEWAY_RESULTS: 'structured-report,segmentation,secondary-capture,presentation-state',
      GATEWAY_SERVICE_URL: `http://127.0.0.1:${line.port}`,
    }),
  );
}, 120_000);
afterAll(async () => {
  await line.close();
  await archive.close();
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

/** A connection to the service that the test can cut: then connections break, and new ones are refused. */
async function cuttableLine(target: number) {
  const { connect } = await import('node:net');
  const open = new Set<Socket>();
  let bytesOut = 0;
  let cutAfter = Number.POSITIVE_INFINITY;
  const [port] = (await freePorts(1)) as [number];
  let proxy: Server | undefined;
  const listen = async () => {
    proxy = createServer((socket) => {
      const onward = connect({ host: '127.0.0.1', port: target });
      for (const one of [socket, onward]) {
        open.add(one);
        one.on('error', () => {}).on('close', () => open.delete(one));
      }
      socket.on('data', (data) => {
        bytesOut += data.length;
        if (bytesOut > cutAfter) void cut();
      });
      socket.pipe(onward).pipe(socket);
      socket.on('close', () => onward.destroy());
      onward.on('close', () => socket.destroy());
    });
    await new Promise<void>((ready) => proxy!.listen(port, '127.0.0.1', ready));
  };
  const cut = async () => {
    const closing = proxy;
    proxy = undefined;
    for (const socket of open) socket.destroy();
    if (closing) await new Promise((closed) => closing.close(closed));
  };
  await listen();
  return {
    port,
    cutAfter: (bytes: number) => {
      cutAfter = bytesOut + bytes;
    },
    isCut: () => proxy === undefined,
    mend: async () => {
      cutAfter = Number.POSITIVE_INFINITY;
      await listen();
    },
    close: cut,
  };
}

const statusOf = async ({ statusPort }: RunningGateway) =>
  (await (await fetch(`http://127.0.0.1:${statusPort}/`)).json()) as {
    studies: Record<string, number>;
    queuedInstances: number;
    problems: { problem: string; tries: number }[];
  };
const until = <T>(what: string, look: () => Promise<T | undefined>) =>
  waitFor(look, WAIT_MS, () => `${what}; log:\n${logLines.slice(-5).join('')}`);
const tagsOf = async (path: string) => (await dcmtk('dcmdump', ['+U8', path])).output;

it('[PAC-015] through the gateway a study reaches the service without identity and its results reach the archive with it, across a cut of the line', async () => {
  const originals = join(dir, 'originals');
  await mkdir(originals);
  for (const [at, { bytes }] of files.entries()) await writeFile(join(originals, `${at}.dcm`), bytes);
  const original = await tagsOf(join(originals, '0.dcm'));
  const [, studyUid] = /\(0020,000d\) UI \[([0-9.]+)\]/.exec(original)!;
  const [, patientId] = /\(0010,0020\) LO \[([^\]]+)\]/.exec(original)!;

  // The archive sends, and the connection breaks in the middle of the study.
  let gateway = await startGateway(settings, log);
  line.cutAfter(Math.ceil(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 2));
  // Over several associations at once, as archives send.
  const paths = files.map((_, at) => join(originals, `${at}.dcm`));
  const sent = await Promise.all(
    [0, 1, 2].map((part) =>
      dcmtk('storescu', [
        ...['-aet', 'CT1', '-aec', 'GW', '127.0.0.1', String(gateway.dicomPort)],
        ...paths.filter((_, at) => at % 3 === part),
      ]),
    ),
  );
  expect(sent.map(({ code }) => code)).toEqual([0, 0, 0]);
  await until('the line was not cut', async () => line.isCut() || undefined);
  const stuck = await until('nothing was tried while the line was away', async () => {
    const status = await statusOf(gateway);
    return status.problems.some(({ tries }) => tries > 1) ? status : undefined;
  });
  expect(stuck.queuedInstances).toBe(files.length);

  // The gateway stops meanwhile, and continues where it was.
  await gateway.stop();
  gateway = await startGateway(settings, log);
  await line.mend();
  const arrived = await until('no result reached the archive', async () => {
    const status = await statusOf(gateway);
    return status.studies.returned === 1 ? status : undefined;
  });
  expect(arrived).toMatchObject({ queuedInstances: 0, problems: [] });
  await gateway.stop();

  // The service has all images and no name.
  const { rows } = await server.parts.db.drizzle.execute<{ count: number }>(
    'select count(*)::int as count from instances',
  );
  expect(rows[0]!.count).toBe(files.length);
  const stored = await server.parts.db.drizzle.execute<{ sha256: string }>('select sha256 from instances');
  for (const { sha256 } of stored.rows) {
    const local = await server.parts.storage.checkout(sha256);
    const text = (await readFile(local.path)).toString('latin1');
    await local.release();
    for (const secret of [NAME, studyUid!, patientId!]) expect(text.includes(secret)).toBe(false);
  }
  expect(server.logLines.join('') + logLines.join('')).not.toContain(studyUid);

  // The archive has the result with the identity of the originals, also in its references.
  const valueIn = (text: string, tag: string) => text.match(new RegExp(`\\(${tag}\\) .. \\[([^\\]]+)\\]`))?.[1];
  const images = await Promise.all(files.map(async (_, at) => tagsOf(join(originals, `${at}.dcm`))));
  const uids = images.map((text) => valueIn(text, '0008,0018'));
  const names = await readdir(join(dir, 'archive'));
  const results = await Promise.all(names.map((name) => tagsOf(join(dir, 'archive', name))));
  expect(results.map((text) => valueIn(text, '0008,0060')).sort()).toEqual(['OT', 'PR', 'SEG', 'SR']);
  for (const restored of results) {
    expect(valueIn(restored, '0010,0010')).toBe(NAME);
    expect(valueIn(restored, '0020,000d')).toBe(studyUid);
    expect(valueIn(restored, '0010,0020')).toBe(patientId);
    const referenced = [...restored.matchAll(/\(0008,1155\) UI \[([0-9.]+)\]/g)].map(([, uid]) => uid);
    expect(referenced.filter((uid) => !uids.includes(uid))).toEqual([]);
    expect(restored).not.toContain('(0012,0062)');
    // Of objects with a place in the patient, a viewer lays on the images only those with the same frame of reference.
    const frame = valueIn(restored, '0020,0052');
    if (frame) expect(frame).toBe(valueIn(original, '0020,0052'));
  }
  const of = (modality: string) => results.find((text) => valueIn(text, '0008,0060') === modality)!;
  const referencedBySr = [...of('SR').matchAll(/\(0008,1155\) UI \[([0-9.]+)\]/g)].map(([, uid]) => uid);
  expect(new Set(referencedBySr)).toEqual(new Set(uids));
  expect(valueIn(of('SEG'), '0020,0052')).toBe(valueIn(original, '0020,0052'));
});

it('the check says in words which hop is wrong', async () => {
  if (line.isCut()) await line.mend();
  const wordsOf = async (change: Partial<GatewaySettings>) =>
    new Map((await checkHops({ ...settings, ...change })).map(({ name, isWell, words }) => [name, { isWell, words }]));
  const well = await wordsOf({});
  expect([...well].map(([name, { isWell }]) => `${name} ${isWell}`)).toEqual([
    ...['https true', 'key true', 'clock true', 'archive true', 'store true', 'query true'],
  ]);
  // storescp takes objects and answers no searches.
  expect(well.get('query')?.words).toContain('none are needed');
  const taken = (await readdir(join(dir, 'archive'))).map((name) => join(dir, 'archive', name));
  expect((await Promise.all(taken.map(tagsOf))).filter((text) => text.includes('[DUAI-TEST]'))).toHaveLength(1);
  expect((await wordsOf({ apiKey: 'duai_wrong' })).get('key')).toMatchObject({
    isWell: false,
    words: expect.stringContaining('does not know the API key'),
  });
  const [dead] = (await freePorts(1)) as [number];
  expect((await wordsOf({ serviceUrl: `http://127.0.0.1:${dead}` })).get('https')).toMatchObject({
    isWell: false,
    words: expect.stringContaining('refuses the connection'),
  });
  // An archive that searches too, and one that goes by another title.
  const qrDir = join(dir, 'dcmqrscp');
  await mkdir(qrDir);
  const searching = await startDcmqrscp(qrDir, 'ARCHIVE');
  try {
    const itself = { aeTitle: 'ARCHIVE', host: '127.0.0.1', port: searching.port };
    expect((await wordsOf({ archive: itself })).get('query')).toEqual({
      ...{ isWell: true, words: 'ARCHIVE answers a search' },
    });
    expect((await wordsOf({ archive: { ...itself, aeTitle: 'NOBODY' } })).get('archive')).toMatchObject({
      isWell: false,
      words: expect.stringContaining('does not go by the AE title NOBODY'),
    });
  } finally {
    await searching.close();
  }
  const wrongPort = { aeTitle: 'ARCHIVE', host: '127.0.0.1', port: dead };
  expect((await wordsOf({ archive: wrongPort })).get('archive')).toMatchObject({
    isWell: false,
    words: `nothing listens at 127.0.0.1:${dead}: look at the port`,
  });
});

it('images leave the house over https only', async () => {
  await expect(startGateway({ ...settings, serviceUrl: 'http://duai.example' }, log)).rejects.toThrow('https only');
});
