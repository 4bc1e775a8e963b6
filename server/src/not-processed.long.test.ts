import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cases, operations, scans, studies as studyContract } from '@duai/contract';
import { writePart10 } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { TaskStopped } from './adapters/compute/port.ts';
import { AppError } from './core/app-error.ts';
import { sha256Hex } from './core/ids.ts';
import { TRIES } from './features/studies/ingest/ingest.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** A limit that no other pool here uses, so that it identifies this pool's processes. An idle process takes 140 MB. */
const MEMORY_MB = 257;
const WAIT_MS = 110_000;

let server: TestServer;
let operator: HttpClient;
let radiologist: HttpClient;
let patient: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ WORKER_MEMORY_MB: String(MEMORY_MB) });
  operator = await server.staff('operator');
  radiologist = await server.staff('radiologist');
  patient = await server.patient();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.end());

const execute = (query: ReturnType<typeof sql>) => server.parts.db.drizzle.execute(query);

/** The decoding processes that this test process has started. */
async function decodingProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
      if (parent !== process.pid) return [];
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.includes(`--max-old-space-size=${MEMORY_MB}`) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** False if the process had already ended. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Kills (SIGKILL) every process that is given an image to decode, until it is told to stop; the returned function
 * answers how many.
 */
function killDecoders(): () => number {
  let killed = 0;
  const { compute } = server.parts;
  const run = compute.run.bind(compute);
  const spy = vi.spyOn(compute, 'run').mockImplementation(async (task, input, options) => {
    const outcome = run(task, input, options);
    if (task !== 'prepare-instance') return outcome as Promise<never>;
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    outcome.then(over, over);
    while (!isOver) {
      for (const pid of await decodingProcesses()) killed += isKilled(pid) ? 1 : 0;
    }
    return outcome as Promise<never>;
  });
  return () => {
    spy.mockRestore();
    return killed;
  };
}

/** Jobs that were already looked at, so that no test waits for what an earlier one left. */
const known = new Set<string>();

/** What an operator sees once another job has failed for good; the waits between its tries are skipped. */
async function deadJob(name = 'studies.ingest') {
  const found = await waitFor(
    async () => {
      await execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
      const { rows } = await operator.call(operations.listDeadJobs);
      return rows.find((job) => job.name === name && !known.has(job.id));
    },
    WAIT_MS,
    () => `no dead job; log:\n${server.logLines.slice(-5).join('')}`,
  );
  known.add(found.id);
  return found;
}

interface Sent {
  name: string;
  bytes: Uint8Array;
}
async function send(files: Sent[]): Promise<string> {
  const caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  return caseId;
}
const imagesOf = async (caseId: string, language = 'en') =>
  (await patient.call(cases.getCase, { params: { caseId }, language })).images;
const instancesOf = async (caseId: string) =>
  (await radiologist.call(studyContract.getReading, { params: { caseId } })).studies
    .flatMap(({ series }) => series)
    .flatMap(({ instances }) => instances);

/** 6,000 × 6,000 pixels of 16 bits: the file alone takes 72 MB, and its pixel values more than that again. */
const enormous = () => {
  const side = 6000;
  const pixels = new Uint8Array(side * side * 2);
  for (let at = 0; at < pixels.length; at += 4096) pixels[at] = at % 251;
  return writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1.1' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.900000001' },
    { tag: 0x00080060, vr: 'CS', value: 'DX' },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.900000002' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.900000003' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [side] },
    { tag: 0x00280011, vr: 'US', value: [side] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [16] },
    { tag: 0x00280102, vr: 'US', value: [15] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x7fe00010, vr: 'OW', value: pixels },
  ]);
};

describe('an image whose decoding process dies', () => {
  it('[TRU-003] by SIGKILL is never called damaged: it waits for an operator, in its own words, and the job run again reads it', async () => {
    const stop = killDecoders();
    const caseId = await send(smallPhantom(501).files.slice(0, 3));
    const dead = await deadJob();
    expect(stop()).toBeGreaterThanOrEqual(3);
    expect(dead).toMatchObject({ reason: '3 images not processed (CRASHED)', canGoOnWithoutImages: true });

    expect((await instancesOf(caseId)).map(({ state, problem }) => [state, problem?.code])).toEqual(
      Array.from({ length: 3 }, () => ['received', 'NOT_PROCESSED_YET']),
    );
    const told = (await imagesOf(caseId, 'tr'))[0]!.problem!;
    expect(told).toMatchObject({ code: 'NOT_PROCESSED_YET', isOurs: true });
    expect(told.message).toContain('Hata bizde');
    expect(`${told.message} ${told.advice}`).not.toMatch(/bozuk|hasarlı/);

    await operator.call(operations.retryDeadJob, { params: { jobId: dead.id } });
    await server.waitForDraft(radiologist, caseId);
    expect((await imagesOf(caseId)).map(({ problem, hasPreview }) => [problem, hasPreview])).toEqual(
      Array.from({ length: 3 }, () => [null, true]),
    );
  });

  it('[TRU-003] by taking too much memory holds its case until the operator goes on without it; sent again it is tried anew', async () => {
    const small = smallPhantom(502).files[0]!;
    const caseId = await send([small, { name: 'enormous.dcm', bytes: enormous() }]);
    const dead = await deadJob();
    expect(dead.reason).toBe('1 image not processed (MEMORY)');
    const problemsOf = async () =>
      Object.fromEntries((await imagesOf(caseId)).map(({ originalName, problem }) => [originalName, problem?.code]));
    expect(await problemsOf()).toEqual({ [small.name]: undefined, 'enormous.dcm': 'NOT_PROCESSED_YET' });
    const row = (await radiologist.call(cases.getWorklist)).find(({ id }) => id === caseId);
    expect(row?.pipeline, 'nothing is analysed without it').toBe('analysing');

    await operator.call(operations.goOnWithoutImages, { params: { jobId: dead.id } });
    await server.waitForDraft(radiologist, caseId);
    expect(await problemsOf()).toEqual({ [small.name]: undefined, 'enormous.dcm': 'SET_ASIDE' });

    await patient.call(cases.takeCaseBack, { params: { caseId } });
    await patient.call(cases.uploadCaseImages, {
      params: { caseId },
      form: imagesForm([{ name: 'enormous.dcm', bytes: enormous() }]),
    });
    expect(await problemsOf(), 'on its way again').toEqual({ [small.name]: undefined, 'enormous.dcm': undefined });
    await operator.call(operations.goOnWithoutImages, { params: { jobId: (await deadJob()).id } });
    await server.waitForDraft(radiologist, caseId);
    expect(await problemsOf(), 'tried anew').toEqual({ [small.name]: undefined, 'enormous.dcm': 'SET_ASIDE' });
  });

  it('because the server closes was not tried at all', async () => {
    const failures = [new TaskStopped('ABORTED', 'closing'), new TaskStopped('CRASHED', 'the process ended (SIGKILL)')];
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    const { name, bytes } = smallPhantom(503).files[0]!;
    const { compute } = server.parts;
    const run = compute.run.bind(compute);
    // For this image only, since other cases still run in the background. The third try waits until the test has
    // looked.
    const abort = vi.spyOn(compute, 'run').mockImplementation(async (task, input, options) => {
      if (task === 'prepare-instance' && (await readFile((input as { path: string }).path)).equals(bytes)) {
        const failure = failures.shift();
        if (failure) throw failure;
        await isSeen;
      }
      return run(task, input, options) as never;
    });
    const caseId = await send([{ name, bytes }]);
    const tries = () =>
      execute(sql`
        select i.failed_tries as tries from instances i join studies s on s.id = i.study_id where s.case_id = ${caseId}`);
    await waitFor(
      async () => {
        await execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
        return (await tries()).rows[0]?.tries === 1 || undefined;
      },
      WAIT_MS,
      () => 'the crash was not counted',
    );
    expect(failures).toEqual([]);
    letGo();
    await server.waitForDraft(radiologist, caseId);
    abort.mockRestore();
    expect((await tries()).rows).toEqual([{ tries: 0 }]);
  });
});

describe('an image whose stored copy cannot be read', () => {
  it('[TRU-003] because it is damaged: its job is dead after one try, operators are alarmed, and the job run again reads the mended copy', async () => {
    const { storage } = server.parts;
    const commit = storage.commit.bind(storage);
    const [whole, broken] = smallPhantom(505).files as [Sent, Sent];
    const sha256 = sha256Hex(broken.bytes);
    const disk = vi.spyOn(storage, 'commit').mockImplementation(async (staged, hold) => {
      await commit(staged, hold);
      if (staged.sha256 !== sha256) return;
      const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      await chmod(path, 0o600);
      await writeFile(path, broken.bytes.with(4000, broken.bytes[4000]! ^ 4));
    });
    const caseId = await send([whole, broken]);
    disk.mockRestore();
    const dead = await deadJob();
    expect(dead).toMatchObject({ reason: '1 image not processed (FILE_DAMAGED)', canGoOnWithoutImages: true });
    const { rows } = await execute(sql`select retry_count as tries from pgboss.job where id = ${dead.id}::uuid`);
    expect(rows).toEqual([{ tries: 0 }]);
    const { files } = await operator.call(operations.getSystemHealth, {});
    expect(files.found).toMatchObject([{ sha256, damage: 'damaged' }]);
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    expect(metrics).toMatch(/^queue_jobs\{name="studies.ingest",state="dead"\} 1$/m);
    expect(metrics).toMatch(/^stored_files\{state="damaged"\} 1$/m);
    const problems = async () =>
      Object.fromEntries((await imagesOf(caseId)).map(({ originalName, problem }) => [originalName, problem?.code]));
    expect(await problems()).toEqual({ [whole.name]: undefined, [broken.name]: 'NOT_PROCESSED_YET' });

    await send([broken]);
    await operator.call(operations.retryDeadJob, { params: { jobId: dead.id } });
    await server.waitForDraft(radiologist, caseId);
    expect(await problems()).toEqual({ [whole.name]: undefined, [broken.name]: undefined });
  });

  it('[TRU-003] because it is damaged when an algorithm wants it: no failed result is kept, and the job runs again once it is mended', async () => {
    const { storage } = server.parts;
    const checkout = storage.checkout.bind(storage);
    const wasDecoded = new Set<string>();
    let refusals = 0;
    let isDamaged = true;
    vi.spyOn(storage, 'checkout').mockImplementation((sha256) => {
      if (isDamaged && wasDecoded.has(sha256)) {
        refusals += 1;
        return Promise.reject(new AppError('FILE_DAMAGED'));
      }
      wasDecoded.add(sha256);
      return checkout(sha256);
    });
    const caseId = await send(smallPhantom(507).files.slice(0, 1));
    const dead = await deadJob('analyses.run');
    expect([refusals, dead.reason]).toEqual([1, expect.stringContaining('FILE_DAMAGED')]);
    isDamaged = false;
    await operator.call(operations.retryDeadJob, { params: { jobId: dead.id } });
    await server.waitForDraft(radiologist, caseId);
    const { analyses } = await radiologist.call(studyContract.getReading, { params: { caseId } });
    expect(analyses.map(({ status }) => status)).not.toContain('failed');
  });

  it('because the storage is away waits for it, however often it is tried', async () => {
    const { storage } = server.parts;
    const checkout = storage.checkout.bind(storage);
    let refusals = TRIES + 2;
    vi.spyOn(storage, 'checkout').mockImplementation((sha256) => {
      refusals -= 1;
      return refusals >= 0 ? Promise.reject(new Error('connect ECONNREFUSED')) : checkout(sha256);
    });
    const caseId = await send(smallPhantom(506).files.slice(0, 1));
    await waitFor(
      async () => {
        await execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
        return refusals < 0 || undefined;
      },
      WAIT_MS,
      () => 'it was given up',
    );
    await server.waitForDraft(radiologist, caseId);
    expect((await imagesOf(caseId)).map(({ problem }) => problem)).toEqual([null]);
  });
});

describe('an image that was refused by mistake', () => {
  const refuse = (where: ReturnType<typeof sql>) =>
    execute(sql`
      update instances set state = 'refused', refusal_code = 'NOT_READABLE', preview_sha256 = null
      where study_id in (select id from studies where ${where})`);

  it('[TRU-003] is healed by a second upload of the same file to its case', async () => {
    const files = smallPhantom(504).files.slice(0, 2);
    const caseId = await send(files);
    await server.waitForDraft(radiologist, caseId);
    await refuse(sql`case_id = ${caseId}`);
    // One of them was stored before data sets had hashes.
    await execute(sql`update instances set data_set_sha256 = null where id = (
      select i.id from instances i join studies s on s.id = i.study_id where s.case_id = ${caseId} limit 1)`);
    await patient.call(cases.takeCaseBack, { params: { caseId } });
    const answer = await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
    expect(answer.refused).toBeUndefined();
    await server.waitForDraft(radiologist, caseId);
    expect((await instancesOf(caseId)).map(({ state, problem }) => [state, problem])).toEqual([
      ['ready', null],
      ['ready', null],
    ]);
  });

  it('[TRU-003] is healed by a second upload of the study to the portal', async () => {
    const factory = createInstitutionFactory(server, operator);
    const { admin } = await factory.activated('iyilesen');
    const { files } = factory.freshPhantom();
    const { scan } = await factory.upload(admin, files);
    await factory.settled(admin);
    await refuse(sql`scan_id = ${scan.id}`);
    const detail = () => admin.call(scans.getScan, { params: { scanId: scan.id } });
    const images = async () => (await detail()).studies.flatMap(({ series }) => series).flatMap((row) => row.instances);
    expect((await images()).every(({ problem }) => problem?.code === 'NOT_READABLE')).toBe(true);
    const again = await admin.call(scans.uploadScan, { form: imagesForm(files) });
    expect(again.refused).toBeUndefined();
    await factory.settled(admin);
    expect((await images()).map(({ state }) => state)).toEqual(files.map(() => 'ready'));
  });
});
