import { given } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { decodeLimitMs } from './decode-limit.ts';
import * as store from './ingest.store.ts';
import type { Prepared } from './ingest.ts';

/**
 * Makes a preview whose stored copy is damaged again from the image, and stores it in its place.
 * @throws AppError FILE_DAMAGED where the image is damaged too
 */
export async function mendPreview(
  { storage, quick }: Pick<Parts, 'storage' | 'quick'>,
  instance: InstanceRow,
): Promise<Buffer> {
  const local = await storage.checkout(instance.sha256);
  let prepared: Prepared;
  try {
    prepared = await quick.run(
      'prepare-instance',
      { path: local.path, kind: instance.kind, frames: instance.frames },
      { timeoutMs: decodeLimitMs(instance), account: undefined },
    );
  } finally {
    await local.release();
  }
  if (prepared.status !== 'ready') throw new AppError('FILE_DAMAGED', { internal: 'a preview cannot be made again' });
  const windowCenter = prepared.window?.center ?? null;
  const windowWidth = prepared.window?.width ?? null;
  await storage.put(prepared.preview, (tx, previewSha256) =>
    store.updateInstance(tx, instance.id, { previewSha256, windowCenter, windowWidth }),
  );
  // A newer version may render other bytes; then nothing refers to the damaged copy any more.
  await storage.removeUnreferenced([given(instance.previewSha256, 'the preview of an image')]);
  return Buffer.from(prepared.preview);
}
