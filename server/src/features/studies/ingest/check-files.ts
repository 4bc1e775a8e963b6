import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import type { Parts } from '../../../parts.ts';
import * as store from './ingest.store.ts';
import { mendPreview } from './mend-preview.ts';

/** Files of one run: few enough that it takes far less than an hour, whatever their size. */
const FILES_AT_ONCE = 200;

/**
 * Checks a share of all stored files, and all that are known as damaged. `remaining`: how many of tonight's share are
 * left.
 */
const checkFiles = defineJob({
  name: 'studies.check-files',
  payload: z.object({ remaining: z.number().int().optional() }),
  options: BACKGROUND,
});
/** Renders previews again whose stored copy is damaged. */
export const mendPreviews = defineJob({
  name: 'studies.mend-previews',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});
const NIGHTLY = '50 2 * * *';
const HOURLY = '7 * * * *';

type CheckParts = Pick<Parts, 'db' | 'storage' | 'queue' | 'quick' | 'config' | 'log'>;

export function registerFileChecks(parts: CheckParts): void {
  const { db, storage, queue, config, log } = parts;

  queue.handle(checkFiles, async ({ remaining }) => {
    if (remaining === undefined) await storage.checkOldest({ damaged: true, limit: FILES_AT_ONCE });
    const due = remaining ?? (await storage.countDueChecks(config.FILE_CHECK_DAYS));
    const checked = await storage.checkOldest({ damaged: false, limit: Math.min(due, FILES_AT_ONCE) });
    const left = due - checked;
    if (checked > 0 && left > 0) await db.transaction((tx) => queue.enqueue(tx, checkFiles, { remaining: left }));
  });
  queue.schedule(checkFiles, NIGHTLY, {});

  /** A damaged preview is made again from its image, where the image is whole. */
  queue.handle(mendPreviews, async () => {
    for (const instance of await store.findByPreviews(db.drizzle, await storage.findDamaged())) {
      await mendPreview(parts, instance).catch((error: unknown) =>
        log.warn({ err: error, instanceId: instance.id }, 'preview could not be made again'),
      );
    }
  });
  queue.schedule(mendPreviews, HOURLY, {});
}
