import type { FileRefusalCode } from '@duai/contract';
import { DATA_SET_JSON_VERSION, itemAt, readingOrder, type Window } from '@duai/imaging';
import { TaskStopped } from '../../../adapters/compute/port.ts';
import { JobGivenUp } from '../../../adapters/queue/port.ts';
import type { LentFile } from '../../../adapters/storage/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import type { Parts } from '../../../parts.ts';
import type { Cases } from '../../cases/index.ts';
import { ingestStudies, type OwnerPayload, studiesReady } from '../studies.jobs.ts';
import { findTurn, findUnreferenced, type Queries } from '../studies.store.ts';
import { keepDataSet } from '../viewing/data-sets.store.ts';
import { decodeLimitMs } from './decode-limit.ts';
import * as store from './ingest.store.ts';

type IngestParts = Pick<Parts, 'db' | 'storage' | 'queue' | 'compute' | 'clock' | 'config' | 'log'>;

/** How often an image whose process died is tried; the job waits between tries. */
export const TRIES = 4;

/** Most images of one owner in one run; then it is another owner's turn. */
const AT_ONCE = 100;

/**
 * The child process's answer about one file: both cases are statements about the file. A failure of the process is an
 * error.
 */
export type Prepared =
  | { status: 'ready'; preview: Uint8Array; window?: Window | undefined; dataSet?: Uint8Array | undefined }
  | { status: 'refused'; code: FileRefusalCode; reason: string };

/**
 * `studies.ingest`: decodes each new instance in a child process that can be killed, stores its preview, orders the
 * slices, has the analyses planned and notifies the open pages of the patient. Safe to run twice: only instances in
 * state `received` are touched.
 *
 * A process that dies says nothing about its file: the image stays `received` and the job is tried again. The analyses
 * wait for it. After `TRIES`, or at once where the stored copy is damaged, the job waits for an operator, who runs it
 * again (a new upload of the file mends the copy) or goes on without the image.
 * @throws JobGivenUp where the job waits for an operator
 */
export async function ingest(
  parts: IngestParts,
  { cases }: { cases: Pick<Cases, 'notifyChanged' | 'mayGoOn' | 'stopsWithoutConsent'> },
  payload: OwnerPayload,
): Promise<void> {
  const { db, queue, config } = parts;
  const found = await store.findReceived(db.drizzle, payload, AT_ONCE + 1);
  const [waiting, isAll] = [found.slice(0, AT_ONCE), found.length <= AT_ONCE];
  // Two for each process: while one image is written, the process decodes the next.
  const failures: Failure[] = [];
  await eachWith(2 * config.WORKER_PROCESSES, waiting, async (row) => {
    if ('caseId' in payload && !(await cases.mayGoOn(db.drizzle, payload.caseId))) return;
    const failure = await prepareInstance(parts, row, 'scanId' in payload);
    if (failure) failures.push(failure);
  });
  // More images wait, but every one of this run failed; the next run would find the same ones.
  const isStuck = !isAll && failures.length === waiting.length;
  if (failures.length > 0 && (isAll || isStuck)) await tryAgain(parts, { cases }, payload, failures);

  await db.transaction(async (tx) => {
    if ('caseId' in payload && (await cases.stopsWithoutConsent(tx, payload.caseId, payload.submission))) return;
    const turn = await findTurn(tx, payload);
    if (!isAll) {
      await queue.enqueue(tx, ingestStudies, payload, { turn });
      return;
    }
    const slices = await store.findSlicePlaces(tx, payload);
    for (const series of Map.groupBy(slices, ({ seriesId }) => seriesId).values()) await orderSeries(tx, series);
    await queue.enqueue(tx, studiesReady, payload, { turn });
    if ('caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
  });
}

/** An image that could not be processed through no fault of the file. */
interface Failure {
  id: string;
  reason: string;
  /** Failed tries in a row; `TRIES` where another try would not help. */
  tries: number;
}

async function tryAgain(
  { db, clock }: IngestParts,
  { cases }: { cases: Pick<Cases, 'notifyChanged'> },
  payload: OwnerPayload,
  failures: Failure[],
): Promise<never> {
  const reasons = [...new Set(failures.map(({ reason }) => reason))].join(', ');
  const what = `${failures.length === 1 ? '1 image' : `${failures.length} images`} not processed (${reasons})`;
  if (failures.some(({ tries }) => tries < TRIES)) throw new Error(what);
  await db.transaction(async (tx) => {
    const ids = failures.map(({ id }) => id);
    await store.stallInstances(tx, ids, clock.now());
    if ('caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
  });
  throw new JobGivenUp(what);
}

/**
 * `withDataSet`: its data set as JSON is kept too, for systems of institutions ask for those of whole series.
 * @returns the failure, where the image was not processed through no fault of the file
 */
async function prepareInstance(
  { db, storage, compute, log }: IngestParts,
  row: store.ReceivedRow,
  withDataSet: boolean,
): Promise<Failure | undefined> {
  let local: LentFile | undefined;
  let prepared: Prepared;
  try {
    local = await storage.checkout(row.sha256);
    prepared = await compute.run(
      'prepare-instance',
      { path: local.path, kind: row.kind, frames: row.frames, withDataSet },
      { timeoutMs: decodeLimitMs(row), account: undefined },
    );
  } catch (error) {
    // The server is closing: this does not count as a try.
    if (error instanceof TaskStopped && error.code === 'ABORTED') throw error;
    const isDamaged = error instanceof AppError && error.code === 'FILE_DAMAGED';
    // An unreachable storage is waited for; a damaged stored copy would stay damaged.
    if (!local && !isDamaged) throw error;
    log.warn({ err: error, instanceId: row.id }, 'instance was not processed');
    const tries = isDamaged ? TRIES : await store.countFailedTry(db.drizzle, row.id);
    return { id: row.id, reason: (error as { code?: string }).code ?? 'FAILED', tries };
  } finally {
    await local?.release();
  }
  if (prepared.status === 'refused') {
    await store.updateInstance(db.drizzle, row.id, {
      state: 'refused',
      refusalCode: prepared.code,
      refusalReason: prepared.reason,
      failedTries: 0,
      stalledAt: null,
    });
    return undefined;
  }
  const { preview, window, dataSet } = prepared;
  await storage.put(preview, async (tx, previewSha256) => {
    await store.updateInstance(tx, row.id, {
      state: 'ready',
      failedTries: 0,
      stalledAt: null,
      previewSha256,
      windowCenter: window?.center ?? null,
      windowWidth: window?.width ?? null,
    });
    if (dataSet) await keepDataSet(tx, row.id, DATA_SET_JSON_VERSION, dataSet);
  });
  return undefined;
}

/** Sets the reading order: along the slices as the scanner numbered them where positions are known, else by instance number. */
async function orderSeries(tx: Queries, slices: Awaited<ReturnType<typeof store.findSlicePlaces>>): Promise<void> {
  const order = readingOrder(slices.map(({ place }) => place!));
  const sorted = order.map((index) => itemAt(slices, index));
  const places = sorted.map((row, position) => ({ row, position }));
  await store.updatePositions(
    tx,
    places
      .filter(({ row, position }) => row.position !== position)
      .map(({ row: { id }, position }) => ({ id, position })),
  );
}

async function eachWith<T>(width: number, items: T[], act: (item: T) => Promise<void>): Promise<void> {
  const iterator = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of iterator) await act(item);
    }),
  );
}

const FILES_AT_ONCE = 1000;

/** `studies.sweep`: removes a file one day after it arrived when nothing refers to it (its upload transaction failed). */
export async function sweep({ db, storage, log }: Pick<Parts, 'db' | 'storage' | 'log'>, now: Date): Promise<number> {
  await storage.sweepStaging(DAY_MS);
  await storage.sweepHolds();
  let removed = 0;
  const removeOf = async (hashes: string[]) => {
    const { length } = (await storage.removeUnreferenced(await findUnreferenced(db.drizzle, hashes))).removed;
    removed += length;
  };
  let old: string[] = [];
  for await (const file of storage.list()) {
    if (now.getTime() - file.modifiedAt.getTime() > DAY_MS) old.push(file.sha256);
    if (old.length < FILES_AT_ONCE) continue;
    await removeOf(old);
    old = [];
  }
  await removeOf(old);
  if (removed > 0) log.info({ removed }, 'unreferenced files removed');
  return removed;
}
