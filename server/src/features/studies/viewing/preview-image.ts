import type { Readable } from 'node:stream';
import { given } from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import { mendPreview } from '../ingest/mend-preview.ts';
import { withWholeHeader } from '../ingest/older-headers.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { windowOfInstance } from './series-windows.ts';

/** The wanted frame (from 0) and window, in modality values. */
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
 * PNG of an instance that is ready: the stored preview, or rendered with the wished window or frame. `account`: the
 * account that asks, for its turn; undefined for our own documents.
 */
export async function renderPreview(
  parts: PreviewParts,
  stored: InstanceRow,
  wish: PreviewWish,
  account: string | undefined,
): Promise<Readable | Buffer> {
  const instance = await withWholeHeader(parts, stored);
  if (!instance.previewSha256) throw notFound('preview');
  // The stored preview of a multi-frame image is its middle frame, so frame 0 is rendered when asked for.
  const isAnyFrame = wish.frame === undefined || instance.frames === 1;
  const opening = windowOfInstance(instance);
  const isWished = wish.center !== undefined && wish.width !== undefined;
  const shown = isWished ? wish : opening;
  // Some older previews use another window, from before the body part decided it; one rendered by a VOI LUT has no
  // window.
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
