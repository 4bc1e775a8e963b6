import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installedAlgorithms as contract, LIMITS, operations, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { sha256Hex } from '../../core/ids.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { NETWORKS, packageOf, zipped } from '../../testing/packages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ID = 'test.brightness';

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<ReturnType<typeof createInstitutionFactory>['activated']>>;
let theirs: typeof mine;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  [mine, theirs] = [await factory.activated('surum'), await factory.activated('obur')];
});
afterAll(() => server.end());

/** As the console sends it. */
const send = (body: string | Buffer, { language = 'en', type = 'application/zip', client = operator } = {}) =>
  fetch(`${server.address}${contract.importPackage.path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'accept-language': language,
      cookie: client
        .cookies()
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
    body,
  } as RequestInit);
const zipOf = (...wish: Parameters<typeof packageOf>) => Buffer.from(zipped(packageOf(...wish)));
/** An archive whose one file claims this many bytes (central directory header of APPNOTE.TXT 4.3.12, offset 24). */
function saying(bytes: number): Buffer {
  const archive = Buffer.from(zipped(new Map([['zeros', Buffer.alloc(8)]])));
  archive.writeUInt32LE(bytes, archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return archive;
}
const refusalOf = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { code: string; message: string }),
});

const versionsFor = async (institutionId: string | null, id = ID) =>
  Object.fromEntries(
    (await operator.call(contract.listInstalled, { query: { institutionId: institutionId ?? '' } })).versions
      .filter((row) => row.id === id)
      .map(({ version, state }) => [version, state]),
  );
const rollsBack = async (institutionId: string | null) =>
  (await operator.call(contract.listInstalled, { query: { institutionId: institutionId ?? '' } })).versions.flatMap(
    (row) => (row.canRollBack ? [`${row.id} ${row.version}`] : []),
  );
const change = (
  change: (typeof contract.VERSION_CHANGES)[number],
  version: string,
  institutionId: string | null = null,
  algorithmId = ID,
) => operator.call(contract.changeVersion, { params: { algorithmId, version }, body: { change, institutionId } });

/** What ran on a new study of the institution. */
async function ranOn({ admin }: { admin: HttpClient }) {
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  return { scanId: scan.id, run: analyses.find(({ algorithmId }) => algorithmId === ID) };
}
/** Everything that a refused package could leave behind. */
async function stored() {
  const { rows } = await server.parts.db.drizzle.execute(sql`
    select (select count(*)::int from algorithm_packages) as packages, (select count(*)::int from file_holds) as holds`);
  const staging = await readdir(join(server.dataDir, 'staging'), { recursive: true });
  return { ...rows[0], staging };
}

describe('[CAT-005] an operator', () => {
  it('imports a version that is off, makes it active for one institution, tries another in the shadow and goes back', async () => {
    const answer = await send(zipOf(NETWORKS.plain));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      ...{ id: ID, version: '1.0.0', maker: 'Test', engine: 'onnx', inputs: { modalities: ['CT'] } },
      weights: { file: 'model.onnx', bytes: NETWORKS.plain.length, sha256: sha256Hex(NETWORKS.plain) },
      card: expect.stringContaining('# test.brightness 1.0.0: brightness'),
      hasEvaluation: false,
    });
    expect((await send(zipOf(NETWORKS.plain, { manifest: { version: '2.0.0' } }))).status).toBe(201);
    expect(await versionsFor(null)).toEqual({ '1.0.0': 'off', '2.0.0': 'off' });
    expect((await ranOn(mine)).run).toBeUndefined();
    // Nothing was chosen: there is nothing to go back to.
    expect(await rollsBack(null)).toEqual([]);
    expect(await rollsBack(mine.institutionId)).toEqual([]);

    await change('activate', '1.0.0', mine.institutionId);
    expect(await rollsBack(mine.institutionId)).toEqual([`${ID} 1.0.0`]);
    expect(await rollsBack(theirs.institutionId)).toEqual([]);
    expect(await versionsFor(mine.institutionId)).toEqual({ '1.0.0': 'active', '2.0.0': 'off' });
    const first = await ranOn(mine);
    expect(first.run).toMatchObject({ status: 'evaluated', algorithmVersion: '1.0.0' });
    expect((await ranOn(theirs)).run).toBeUndefined();
    const told = await mine.admin.call(scans.getScan, { params: { scanId: first.scanId } });

    await change('shadow-on', '2.0.0', mine.institutionId);
    expect(await versionsFor(mine.institutionId)).toEqual({ '1.0.0': 'active', '2.0.0': 'shadow' });
    await change('shadow-off', '2.0.0', mine.institutionId);
    await change('activate', '2.0.0', mine.institutionId);
    expect(await versionsFor(mine.institutionId)).toEqual({ '1.0.0': 'off', '2.0.0': 'active' });

    // A call that names another active version than the actual one changes nothing.
    expect(await codeOf(change('roll-back', '1.0.0', mine.institutionId))).toBe('VERSION_STEP_CHANGED');
    expect(await versionsFor(mine.institutionId)).toEqual({ '1.0.0': 'off', '2.0.0': 'active' });
    await change('roll-back', '2.0.0', mine.institutionId);
    expect((await ranOn(mine)).run).toMatchObject({ algorithmVersion: '1.0.0' });
    expect(await mine.admin.call(scans.getScan, { params: { scanId: first.scanId } })).toEqual(told);
  });

  it('takes an institution’s first choice back: it follows the default again', async () => {
    await change('activate', '1.0.0', theirs.institutionId);
    await change('roll-back', '1.0.0', theirs.institutionId);
    expect(await versionsFor(theirs.institutionId)).toEqual({ '1.0.0': 'off', '2.0.0': 'off' });
    await change('activate', '2.0.0');
    // It is active by default: the institution has nothing of its own to take back.
    expect(await rollsBack(theirs.institutionId)).toEqual([]);
    expect(await versionsFor(theirs.institutionId)).toEqual({ '1.0.0': 'off', '2.0.0': 'active' });
    await change('roll-back', '2.0.0');
    expect(await versionsFor(null)).toEqual({ '1.0.0': 'off', '2.0.0': 'off' });
  });

  it('makes no version active that has no card, is not there, or for an institution that is not there', async () => {
    await server.parts.db.drizzle.execute(sql`update algorithm_packages set card = '' where version = '2.0.0'`);
    const before = await versionsFor(mine.institutionId);
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const [refused, code] of [
      [() => change('activate', '2.0.0'), 'VERSION_WITHOUT_CARD'],
      // The version before the active one was chosen while it still had a card.
      [() => change('roll-back', '1.0.0', mine.institutionId), 'VERSION_WITHOUT_CARD'],
      [() => change('activate', '9.0.0'), 'NOT_FOUND'],
      [() => change('off', '1.0.0', null, 'no.such'), 'NOT_FOUND'],
      [() => change('roll-back', '1.0.0', null, 'no.such'), 'NOT_FOUND'],
      [() => change('activate', '1.0.0', nobody), 'NOT_FOUND'],
      [() => change('shadow-on', '1.0.0', nobody), 'NOT_FOUND'],
    ] as const)
      expect(await codeOf(refused())).toBe(code);
    expect(await versionsFor(mine.institutionId)).toEqual(before);
  });

  it('leaves a row of the trail for every step, which says for whom', async () => {
    const { rows } = await operator.call(operations.listAudit, { query: { what: 'algorithms.' } });
    const steps = ['import', 'activate', 'shadow', 'shadow-off', 'roll-back'].map((step) => `algorithms.${step}`);
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(steps));
    expect(new Set(rows.map(({ actorRealm }) => actorRealm))).toEqual(new Set(['staff']));
    const { rows: shadowed } = await server.parts.db.drizzle.execute(
      sql`select subject_id, details from audit_events where action = 'algorithms.shadow'`,
    );
    expect(shadowed).toEqual([{ subject_id: `${ID} 2.0.0`, details: { institutionId: mine.institutionId } }]);
  });
});

describe('[CAT-018] a package that is sent by the console', () => {
  it.each([
    [
      'has weights with another hash',
      () => zipOf(NETWORKS.plain, { manifest: { id: 'test.wrong' }, files: { 'model.onnx': 'changed' } }),
      'WEIGHTS_CHANGED',
      'model.onnx',
    ],
    [
      'has no card',
      () => zipOf(NETWORKS.plain, { manifest: { id: 'test.wrong' }, files: { 'card.md': null } }),
      'PACKAGE_FILE_MISSING',
      'card.md',
    ],
    ['is no archive', () => Buffer.from('no archive'), 'PACKAGE_NOT_READABLE', 'ZIP'],
    ['is empty', () => Buffer.alloc(0), 'PACKAGE_NOT_READABLE', 'ZIP'],
    ['is cut off', () => zipOf(NETWORKS.plain).subarray(0, -40), 'PACKAGE_NOT_READABLE', 'ZIP'],
    [
      'leads out of itself',
      () => Buffer.from(zipped(new Map([...packageOf(NETWORKS.plain), ['../outside.txt', Buffer.from('x')]]))),
      'PACKAGE_PATH_REFUSED',
      '../outside.txt',
    ],
    ['unpacks to more than there is room for', () => saying(LIMITS.packageUploadBytes + 1), 'PACKAGE_TOO_LARGE', '256'],
    [
      'has a wrong manifest',
      () => zipOf(NETWORKS.plain, { manifest: { id: 'test.wrong', maker: 7 as never, extra: 1 } as never }),
      'PACKAGE_FILE_INVALID',
      'maker',
    ],
    [
      'has a manifest that is no JSON',
      () => zipOf(NETWORKS.plain, { files: { 'manifest.json': '{' } }),
      'PACKAGE_FILE_NOT_JSON',
      'JSON',
    ],
    [
      'is no network',
      () => zipOf(Uint8Array.of(1, 2, 3), { manifest: { id: 'test.wrong' } }),
      'MODEL_NOT_RUNNABLE',
      '',
    ],
    ['is there already', () => zipOf(NETWORKS.plain), 'VERSION_TAKEN', '1.0.0'],
  ])(
    'and %s is refused in the operator’s language with the reason, and leaves nothing',
    async (_what, bytes, code, said) => {
      const before = await stored();
      const [english, turkish] = [
        await refusalOf(await send(bytes())),
        await refusalOf(await send(bytes(), { language: 'tr' })),
      ];
      for (const refusal of [english, turkish]) {
        expect(refusal.code).toBe(code);
        expect(refusal.status).toBeLessThan(500);
        expect(refusal.message).toContain(said);
        // No wording of a library.
        expect(refusal.message).not.toMatch(/invalid input|expected|protobuf|onnxruntime|✖|error/i);
      }
      expect(turkish.message).not.toBe(english.message);
      expect(await stored()).toEqual(before);
    },
  );

  it('is not read where it has another type or comes from somebody else', async () => {
    const before = await stored();
    expect((await send('{}', { type: 'text/plain' })).status).toBe(415);
    expect((await send(zipOf(NETWORKS.plain), { client: mine.admin })).status).toBe(401);
    expect(await stored()).toEqual(before);
  });
});
