import type { Readable } from 'node:stream';
import { given } from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import { mendPreview } from '../ingest/mend-preview.ts';
import { withTables } from '../ingest/older-headers.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { windowOfInstance } from './series-windows.ts';

/** A frame (from 0) and a window in the values of the modality. */
export interface PreviewWish {
  center?: number | undefined;
  width?: number | undefined;
  frame?: number | undefined;
}

type PreviewParts = Pick<Parts, 'db' | 'storage' | 'quick' | 'log'>;

/** The stored preview; a damaged copy is made again from the image. */
export async function openPreview(parts: PreviewParts, instance: InstanceRow): Promise<Readable | Buffer> {
  try {
    return await parts.storage.open(given(instance.previewSha256, 'the preview of an image'));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_DAMAGED') throw error;
    return mendPreview(parts, instance);
  }
}

/**
 * PNG of an instance that is ready: the stored preview, or rendered with the wished window or frame. `account`: whose work
 * it is; undefined for a document of ours.
 */
export async function renderPreview(
  parts: PreviewParts,
  stored: InstanceRow,
  wish: PreviewWish,
  account: string | undefined,
): Promise<Readable | Buffer> {
  const instance = await withTables(parts, stored);
  if (!instance.previewSha256) throw notFound('preview');
  // The stored preview of a multi-frame image is its middle frame, so frame 0 has to be asked for by number.
  const isAnyFrame = wish.frame === undefined || instance.frames === 1;
  const opening = windowOfInstance(instance);
  const isWished = wish.center !== undefined && wish.width !== undefined;
  const shown = isWished ? wish : opening;
  // A preview from before the part of the body decided on the window is in another one; one drawn by a VOI LUT is in none.
  const isOfPreview =
    !shown ||
    (!(isWished && opening?.isByTable) &&
      shown.center === instance.windowCenter &&
      shown.width === instance.windowWidth);
  if ((isOfPreview && isAnyFrame) || instance.kind !== 'dicom') return openPreview(parts, instance);
  const local = await parts.storage.checkout(instance.sha256);
  try {
    const png = await parts.quick.run(
      'render-preview',
      { path: local.path, ...wish },
      { timeoutMs: decodeLimitMs(instance), account },
    );
    return Buffer.from(png);
  } finally {
    await local.release();
  }
}
