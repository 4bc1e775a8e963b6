import type { Inspection } from '@duai/imaging';
import { z } from 'zod';
import { TaskStopped } from '../../../adapters/compute/port.ts';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Queries } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { decodeLimitMs } from './decode-limit.ts';
import * as store from './ingest.store.ts';
import type { Prepared } from './ingest.ts';

type Tools = Pick<Parts, 'db' | 'storage' | 'quick' | 'log'>;

/** Images of one run: some minutes of work, so that other jobs get their turn. */
const IMAGES_AT_ONCE = 100;

/** Reads headers again that were stored before lookup tables were read. `after`: the id up to which images were tried. */
export const readOlderHeaders = defineJob({
  name: 'studies.read-older-headers',
  payload: z.strictObject({ after: z.uuid().optional() }),
  options: BACKGROUND,
});

/** Whether it is known if the file has lookup tables (PS3.3 C.11.1 and C.11.2). Pictures have none. */
const isKnown = ({ kind, header }: InstanceRow): boolean =>
  kind !== 'dicom' || header === null || header.hasVoiLut !== undefined;

/**
 * The image with its lookup tables known. An image that has a table gets a new preview, because the old one was
 * rendered without it. Where the table cannot be read the preview is removed, since the values mean nothing without the
 * table. @throws AppError FILE_DAMAGED; TaskStopped
 */
export async function withTables(tools: Tools, instance: InstanceRow): Promise<InstanceRow> {
  if (isKnown(instance)) return instance;
  const { db, storage, quick } = tools;
  const local = await storage.checkout(instance.sha256);
  let tables: { hasModalityLut: boolean; hasVoiLut: boolean };
  let prepared: Prepared | undefined;
  try {
    const timeoutMs = decodeLimitMs(instance);
    tables = tablesIn(await quick.run('inspect', { path: local.path }, { timeoutMs, account: undefined }));
    if (instance.state === 'ready' && (tables.hasModalityLut || tables.hasVoiLut)) {
      const task = { path: local.path, kind: instance.kind, frames: instance.frames };
      prepared = await quick.run('prepare-instance', task, { timeoutMs, account: undefined });
    }
  } finally {
    await local.release();
  }
  const known = { header: { ...instance.header!, ...tables } };
  if (!prepared) return changed(known);
  const older = instance.previewSha256;
  const drawn =
    prepared.status === 'refused'
      ? await changed({ ...known, previewSha256: null, windowCenter: null, windowWidth: null })
      : await storePreview(prepared);
  if (older && older !== drawn.previewSha256) await storage.removeUnreferenced([older]);
  return drawn;

  async function changed(change: Partial<InstanceRow>, on: Queries = db.drizzle): Promise<InstanceRow> {
    await store.updateInstance(on, instance.id, change);
    return { ...instance, ...change };
  }

  async function storePreview({ preview, window }: Extract<Prepared, { status: 'ready' }>): Promise<InstanceRow> {
    const windows = { windowCenter: window?.center ?? null, windowWidth: window?.width ?? null };
    let row = instance;
    await storage.put(preview, async (tx, previewSha256) => {
      row = await changed({ ...known, ...windows, previewSha256 }, tx);
    });
    return row;
  }
}

/** A file that today's checks refuse was rendered without tables before, and still is. */
function tablesIn(inspection: Inspection): { hasModalityLut: boolean; hasVoiLut: boolean } {
  if (inspection.status !== 'accepted' || inspection.kind !== 'dicom')
    return { hasModalityLut: false, hasVoiLut: false };
  const { hasModalityLut, hasVoiLut } = inspection.header;
  return { hasModalityLut, hasVoiLut };
}

/** Images that are damaged or cannot be read now are skipped; they are tried again when shown and at the next start. */
export function registerOlderHeaders(tools: Tools & Pick<Parts, 'queue'>): void {
  const { db, queue, log } = tools;
  queue.handle(readOlderHeaders, async ({ after }, { signal }) => {
    const found = await store.findWithoutTables(db.drizzle, after, IMAGES_AT_ONCE);
    for (const instance of found) {
      signal.throwIfAborted();
      await withTables(tools, instance).catch((error: unknown) => {
        const isDamaged = error instanceof AppError && error.code === 'FILE_DAMAGED';
        const isStopped = error instanceof TaskStopped && error.code !== 'ABORTED';
        if (!isDamaged && !isStopped) throw error;
        log.warn({ err: error, instanceId: instance.id }, 'a header could not be read again');
      });
    }
    const last = found.at(-1);
    if (last) await db.transaction((tx) => queue.enqueue(tx, readOlderHeaders, { after: last.id }));
  });
}

/** Called at the start: reads them in the background, as long as there are any. */
export const haveOlderHeadersRead = ({ db, queue }: Pick<Parts, 'db' | 'queue'>): Promise<void> =>
  db.transaction(async (tx) => {
    const [first] = await store.findWithoutTables(tx, undefined, 1);
    if (first) await queue.enqueue(tx, readOlderHeaders, {});
  });
