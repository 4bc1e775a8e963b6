import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { caseMapping } from '@duai/imaging/deidentify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { dcmtk, startStorescp } from '../../../../scripts/test-servers/dcmtk.ts';
import { freePorts } from '../../../../scripts/test-servers/free-ports.ts';
import { type OrthancServer, startOrthanc } from '../../../../scripts/test-servers/orthanc.ts';
import { createLogger } from '../../core/logger.ts';
import { OperationRefused, STATUS } from '../../dimse/messages/statuses.ts';
import { startCollectingAcceptor } from '../../dimse/testing/collecting-acceptor.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { checkHops } from '../check.ts';
import type { GatewaySettings } from '../gateway-settings.ts';
import { type RunningGateway, startGateway } from '../start-gateway.ts';

let dir: string;
let orthanc: OrthancServer;
let gatewayPort: number;
let servicePort: number;
const running: RunningGateway[] = [];
const logLines: string[] = [];
const log = createLogger('info', { write: (text) => void logLines.push(text) });

/** Studies of one patient and of another one, each of one slice: Study Instance UID by name. */
const uids: Record<string, string> = {};
const STUDIES = {
  now: { patient: 'P-1', birth: '19700102', day: '20261120', modality: 'CT' },
  recent: { patient: 'P-1', birth: '19700102', day: '20260301', modality: 'CT' },
  earlier: { patient: 'P-1', birth: '19700102', day: '20251201', modality: 'CT' },
  old: { patient: 'P-1', birth: '19700102', day: '20200101', modality: 'CT' },
  other: { patient: 'P-1', birth: '19700102', day: '20260401', modality: 'MR' },
  twin: { patient: 'P-1', birth: '19991231', day: '20260501', modality: 'CT' },
  stranger: { patient: 'P-10', birth: '19700102', day: '20260601', modality: 'CT' },
} as const;

beforeAll(async () => {
  dir = await temporaryDirectory();
  orthanc = await startOrthanc();
  [gatewayPort, servicePort] = (await freePorts(2)) as [number, number];
  await fetch(`${orthanc.url}/modalities/gw`, {
    method: 'PUT',
    body: JSON.stringify({ AET: 'GW', Host: '127.0.0.1', Port: gatewayPort }),
  });
  for (const [at, [name, { patient, birth, day, modality }]] of Object.entries(STUDIES).entries()) {
    const path = pathOf(name);
    const [slice] = smallPhantom(84_000 + at).files;
    await writeFile(path, slice?.bytes ?? '');
    const values = [`(0010,0020)=${patient}`, `(0010,0030)=${birth}`, `(0008,0020)=${day}`, `(0008,0060)=${modality}`];
    expect((await dcmtk('dcmodify', ['-nb', ...values.flatMap((value) => ['-m', value]), path])).code).toBe(0);
    const { output } = await dcmtk('dcmdump', ['+P', '0020,000d', path]);
    uids[name] = /\[([0-9.]+)\]/.exec(output)?.[1] ?? '';
    if (name !== 'now') await dcmtk('storescu', ['-aec', 'ORTHANC', '127.0.0.1', String(orthanc.dicomPort), path]);
  }
}, 120_000);
afterAll(async () => {
  for (const gateway of running) await gateway.stop();
  await orthanc.close();
  await rm(dir, { recursive: true, force: true });
});

const pathOf = (name: string) => join(dir, `${name}.dcm`);
const settingsOf = (name: string, priors: GatewaySettings['priors']): GatewaySettings => ({
  ownTitle: 'GW',
  listen: { host: '127.0.0.1', port: gatewayPort },
  sources: ['CT1', 'ORTHANC'].map((aeTitle) => ({ aeTitle, address: '127.0.0.1' })),
  archive: { aeTitle: 'ORTHANC', host: '127.0.0.1', port: orthanc.dicomPort },
  results: [],
  priors,
  // Nothing listens there: studies stay queued, and can be looked at.
  serviceUrl: `http://127.0.0.1:${servicePort}`,
  ...{ apiKey: 'none', statusPort: 0, quietMs: 200 },
  dir: join(dir, name),
});

/** Which studies are queued at a gateway that was sent the newest one, once that was tried to be sent. */
async function gathered(name: string, priors: GatewaySettings['priors']): Promise<string[]> {
  const settings = settingsOf(name, priors);
  await mkdir(settings.dir, { recursive: true });
  // The key by which UIDs are changed.
  const key = Buffer.alloc(32, 7);
  await writeFile(join(settings.dir, 'key'), key.toString('hex'));
  const gateway = await startGateway(settings, log);
  running.push(gateway);
  try {
    const { code } = await dcmtk('storescu', [
      ...['-aet', 'CT1', '-aec', 'GW', '127.0.0.1', String(gatewayPort), pathOf('now')],
    ]);
    expect(code).toBe(0);
    await waitFor(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${gateway.statusPort}/`);
        const { problems } = (await answer.json()) as { problems: { tries: number }[] };
        return problems.some(({ tries }) => tries > 1) || undefined;
      },
      60_000,
      () => `the study was not tried to be sent; log:\n${logLines.slice(-5).join('')}`,
    );
    const mapping = caseMapping(key);
    const changed = new Map(Object.entries(uids).map(([study, uid]) => [mapping.uid(uid), study]));
    const there = await readdir(join(settings.dir, 'studies'));
    const queued = await Promise.all(
      there.map(async (study) =>
        (await readdir(join(settings.dir, 'studies', study, 'queue')).catch(() => [])).length > 0
          ? [changed.get(study) ?? study]
          : [],
      ),
    );
    return queued.flat().sort();
  } finally {
    await gateway.stop();
    running.splice(running.indexOf(gateway), 1);
  }
}

it('earlier studies of the same patient are fetched from Orthanc, as many, as old and as like as the settings say, and none by themselves', async () => {
  expect(await gathered('off', { most: 0, days: 5000, like: 'any' })).toEqual(['now']);
  expect(await gathered('one', { most: 1, days: 500, like: 'modality' })).toEqual(['now', 'recent']);
  expect(await gathered('near', { most: 9, days: 500, like: 'modality' })).toEqual(['earlier', 'now', 'recent']);
  expect(await gathered('all', { most: 9, days: 5000, like: 'any' })).toEqual([
    ...['earlier', 'now', 'old', 'other', 'recent'],
  ]);
  expect(logLines.join('')).not.toMatch(/P-1|19700102/);
  for (const uid of Object.values(uids)) expect(logLines.join('')).not.toContain(uid);
}, 180_000);

it('the check tells whether the archive answers searches and knows where to send priors', async () => {
  const wordsOf = async (change: Partial<GatewaySettings>) =>
    new Map(
      (await checkHops({ ...settingsOf('check', { most: 1, days: 1, like: 'any' }), ...change })).map((hop) => [
        hop.name,
        hop,
      ]),
    );
  const well = await wordsOf({});
  expect([well.get('query')?.isWell, well.get('move')]).toEqual([
    true,
    { name: 'move', isWell: true, words: 'ORTHANC would send studies to GW' },
  ]);
  const refuse = () => {
    throw new OperationRefused(STATUS.unknownDestination);
  };
  const stranger = await startCollectingAcceptor({
    services: { query: { find: refuse, move: async () => refuse(), get: async () => refuse() } },
  });
  await mkdir(join(dir, 'storescp'));
  const storescp = await startStorescp(join(dir, 'storescp'));
  try {
    const at = (port: number) => wordsOf({ archive: { aeTitle: 'ARCHIVE', host: '127.0.0.1', port } });
    expect((await at(stranger.port)).get('move')).toMatchObject({
      ...{ isWell: false, words: 'ARCHIVE does not know where GW is: enter this machine and its port there' },
    });
    const said = await at(storescp.port);
    expect([said.get('query'), said.get('move')]).toMatchObject([
      { isWell: false, words: expect.stringContaining('GATEWAY_PRIORS needs them') },
      { isWell: false, words: expect.stringContaining('sends no studies on request') },
    ]);
  } finally {
    await stranger.close(0);
    await storescp.close();
  }
  expect((await wordsOf({ priors: { most: 0, days: 1, like: 'any' } })).has('move')).toBe(false);
}, 60_000);
