import type { Tx } from '../../../adapters/database/port.ts';
import type { Parts } from '../../../parts.ts';
import { ingestStudies, type OwnerPayload } from '../studies.jobs.ts';
import { findTurn, type Owner } from '../studies.store.ts';
import { insertFiles } from './insert-files.ts';
import { type CheckedFile, commitFiles, discardFiles, type Refusal } from './receive-files.ts';

export type KeptFiles = ReturnType<typeof createKeptFiles>;

/** Makes checked files durable, inserts their rows and has them ingested. */
export function createKeptFiles(parts: Pick<Parts, 'db' | 'storage' | 'queue' | 'log'>) {
  const { db, storage, queue, log } = parts;

  /** Enqueues the ingest in the turn of the owner. */
  async function haveIngested(tx: Tx, payload: OwnerPayload): Promise<void> {
    await queue.enqueue(tx, ingestStudies, payload, { turn: await findTurn(tx, payload) });
  }

  return {
    haveIngested,

    /** Inserts rows for committed files and enqueues their ingest; call in the caller's transaction. */
    async addFiles(
      tx: Tx,
      owner: Owner,
      submission: number,
      files: CheckedFile[],
    ): Promise<{ stored: number; duplicates: Refusal[] }> {
      const duplicates = await insertFiles(tx, owner, files);
      const stored = files.length - duplicates.length;
      if (stored > 0) await haveIngested(tx, { ...owner, submission });
      return { stored, duplicates };
    },

    /**
     * Makes files durable, also in place of a damaged copy, then refers to them in one transaction, so that no lock is
     * held during work on files. Where it fails nothing stays in staging. `look` begins beside the hold, and the files are
     * still in staging when it ends.
     */
    async keep<T>(files: CheckedFile[], refer: (tx: Tx) => Promise<T>, look?: () => Promise<void>): Promise<T> {
      const content = files.map(({ staged }) => staged);
      try {
        const looked = look?.();
        // Its failure is told below, after the hold.
        looked?.catch(() => {});
        return await storage.hold(content, async (hold) => {
          await looked;
          await commitFiles(parts, files, hold);
          return db.transaction(async (tx) => {
            await hold.release(tx);
            return refer(tx);
          });
        });
      } catch (error) {
        await discardFiles(parts, files).catch((after: unknown) =>
          log.warn({ err: after }, 'staged files not removed'),
        );
        throw error;
      }
    },

    discard: (files: CheckedFile[]): Promise<void> => discardFiles(parts, files),
  };
}
