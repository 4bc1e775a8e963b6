import type { DicomHeader, Inspection } from '@duai/imaging';
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

/**
 * Reads headers again that were stored before lookup tables, or the pixel size of scanned films, were read. `after`: the id up to
 * which images were tried.
 */
export const readOlderHeaders = defineJob({
  name: 'studies.read-older-headers',
  payload: z.strictObject({ after: z.uuid().optional() }),
  options: BACKGROUND,
});

/** Whether it is known if the file has lookup tables (PS3.3 C.11.1 and C.11.2) and which pixel size it states. Pictures have none. */
const isKnown = ({ kind, header }: InstanceRow): boolean =>
  kind !== 'dicom' || header === null || (header.hasVoiLut !== undefined && isSpacingKnown(header));

/**
 * A film has no plane in the patient, and was taken for an image without spacing, or with one in the patient (PS3.3 A.8.1.3 and
 * 10.7.1.1).
 */
const isSpacingKnown = ({
  scannedSpacingMm,
  pixelSpacingOf,
  imagePositionPatientMm,
  imageOrientationPatient,
}: DicomHeader): boolean =>
  scannedSpacingMm !== undefined ||
  pixelSpacingOf === 'imager' ||
  (imagePositionPatientMm !== null && imageOrientationPatient !== null);

/**
 * The image with its lookup tables and its pixel size known. An image that has a table, or whose pixels have another shape, gets a new
 * preview, because the old one was rendered without it. Where the table cannot be read the preview is removed, since the values mean
 * nothing without the table. @throws AppError FILE_DAMAGED; TaskStopped
 */
export async function withWholeHeader(tools: Tools, instance: InstanceRow): Promise<InstanceRow> {
  const { header: stored } = instance;
  if (stored === null || isKnown(instance)) return instance;
  const { db, storage, quick } = tools;
  const local = await storage.checkout(instance.sha256);
  let header: DicomHeader;
  let prepared: Prepared | undefined;
  try {
    const timeoutMs = decodeLimitMs(instance);
    const inspection = await quick.run('inspect', { path: local.path }, { timeoutMs, account: undefined });
    header = { ...stored, ...readAgain(inspection, stored) };
    const isDrawnOtherwise = header.hasModalityLut || header.hasVoiLut || ratioOf(header) !== ratioOf(stored);
    if (instance.state === 'ready' && isDrawnOtherwise) {
      const task = { path: local.path, kind: instance.kind, frames: instance.frames };
      prepared = await quick.run('prepare-instance', task, { timeoutMs, account: undefined });
    }
  } finally {
    await local.release();
  }
  const known = { header };
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

/** Height of a pixel divided by its width, as previews are drawn. */
function ratioOf({ pixelSpacingMm, pixelAspectRatio }: DicomHeader): number {
  const [height, width] = pixelSpacingMm ?? pixelAspectRatio ?? [1, 1];
  return height / width;
}

/** Of a file that today's checks refuse: as it was rendered without tables before, and still is. */
function readAgain(inspection: Inspection, older: DicomHeader): Partial<DicomHeader> {
  if (inspection.status !== 'accepted' || inspection.kind !== 'dicom')
    return {
      hasModalityLut: older.hasModalityLut ?? false,
      hasVoiLut: older.hasVoiLut ?? false,
      scannedSpacingMm: null,
    };
  const { hasModalityLut, hasVoiLut, pixelSpacingMm, pixelSpacingOf, ...header } = inspection.header;
  const { pixelAspectRatio, scannedSpacingMm = null, ultrasoundRegions } = header;
  const spacing = { pixelSpacingMm, pixelSpacingOf, pixelAspectRatio, scannedSpacingMm, ultrasoundRegions };
  // What is undefined is not stored.
  return { hasModalityLut, hasVoiLut, ...(spacing as Partial<DicomHeader>) };
}

/** Images that are damaged or cannot be read now are skipped; they are tried again when shown and at the next start. */
export function registerOlderHeaders(tools: Tools & Pick<Parts, 'queue'>): void {
  const { db, queue, log } = tools;
  queue.handle(readOlderHeaders, async ({ after }, { signal }) => {
    const found = await store.findOlderHeaders(db.drizzle, after, IMAGES_AT_ONCE);
    for (const instance of found) {
      signal.throwIfAborted();
      await withWholeHeader(tools, instance).catch((error: unknown) => {
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
    const [first] = await store.findOlderHeaders(tx, undefined, 1);
    if (first) await queue.enqueue(tx, readOlderHeaders, {});
  });
