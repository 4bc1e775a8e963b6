import { AppError } from '../../core/app-error.ts';
import { type Clock, DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database, Tx } from '../database/port.ts';
import { contentOf, type FileContent } from './blocks.ts';
import { createCheckedReads } from './checked-reads.ts';
import * as ledger from './file-ledger.ts';
import type { Damage, FileStore, Hold, Storage } from './port.ts';

/** How long a hold lasts; a submission without a reference by then has failed. */
const HOLD_MS = DAY_MS;
/** Rows locked at once; storing one of these files waits for no longer than their removal takes. */
const FILES_AT_ONCE = 100;
const REMOVALS_AT_ONCE = 8;
const DAMAGED_AT_ONCE = 1000;

/**
 * Shares stored files by content among owners and processes. Storing: hold (which locks the row briefly), write, then
 * refer and release in one transaction. Removing: lock the row, check references and holds, remove the copy and delete
 * the row, in one transaction. The lock keeps the two from missing each other.
 */
export function createSharedFiles({
  files,
  db,
  clock,
  log,
}: {
  files: FileStore;
  db: Database;
  clock: Clock;
  log: Logger;
}): Storage {
  const reads = createCheckedReads({ files, db, clock, log });
  const heldSince = () => later(clock.now(), -HOLD_MS);

  async function hold<T>(contents: readonly FileContent[], use: (hold: Hold) => Promise<T>): Promise<T> {
    const id = newId();
    const distinct = [...new Map(contents.map((content) => [content.sha256, content])).values()];
    await ledger.insertHolds(db.drizzle, id, distinct, clock.now());
    try {
      return await use({
        async release(tx) {
          const released = await ledger.deleteHoldsOfStored(tx, id, clock.now());
          if (released < distinct.length) throw new AppError('STORAGE_UNAVAILABLE', { internal: 'a hold has run out' });
        },
      });
    } catch (error) {
      // If this fails too, the nightly sweep ends the hold.
      await ledger
        .deleteHolds(db.drizzle, id)
        .catch((after: unknown) => log.warn({ err: after }, 'hold of a failed submission not ended'));
      throw error;
    }
  }

  async function removeBatch(tx: Tx, hashes: string[]): Promise<ledger.Use[]> {
    await ledger.lockFiles(tx, hashes);
    const uses = await ledger.findUses(tx, hashes, heldSince());
    const free = uses.filter(({ isReferenced, isHeld }) => !isReferenced && !isHeld).map(({ sha256 }) => sha256);
    const next = free.values();
    await Promise.all(
      Array.from({ length: REMOVALS_AT_ONCE }, async () => {
        for (const sha256 of next) await files.remove(sha256);
      }),
    );
    await ledger.deleteFiles(tx, free);
    return uses;
  }

  async function removeUnreferenced(hashes: Iterable<string>, tx?: Tx): Promise<{ removed: string[]; held: string[] }> {
    // A fixed order, so that two callers that remove the same files do not deadlock.
    const sorted = [...new Set(hashes)].sort();
    const removed: string[] = [];
    const held: string[] = [];
    for (let from = 0; from < sorted.length; from += FILES_AT_ONCE) {
      const batch = sorted.slice(from, from + FILES_AT_ONCE);
      const uses = tx ? await removeBatch(tx, batch) : await db.transaction((own) => removeBatch(own, batch));
      for (const { sha256, isReferenced, isHeld } of uses) {
        if (!isReferenced) (isHeld ? held : removed).push(sha256);
      }
    }
    return { removed, held };
  }

  /** Checks a file; a damaged one that nothing refers to is removed. */
  async function check(sha256: string): Promise<'whole' | Damage> {
    const found = await reads.digest(sha256);
    if (found === 'whole' || (await removeUnreferenced([sha256])).removed.length > 0) return found;
    return reads.mark(sha256, found);
  }

  return {
    stage: files.stage,
    discard: files.discard,
    sweepStaging: files.sweepStaging,
    assertUsable: () => files.assertUsable(),
    open: reads.open,
    checkout: reads.checkout,
    has: (sha256) => files.has(sha256),
    list: () => files.list(),

    hold,
    commit: (staged) => files.commit(staged),
    async mend(staged) {
      for (const file of staged) {
        if ((await reads.digest(file.sha256)) === 'whole') await files.discard(file);
        else {
          await files.commit(file);
          await ledger.markMended(db.drizzle, file.sha256, clock.now());
        }
      }
    },
    put: (bytes, refer) => {
      const content = contentOf(bytes);
      return hold([content], async ({ release }) => {
        await files.write(content.sha256, bytes);
        return db.transaction(async (tx) => {
          const answer = await refer(tx, content.sha256);
          await release(tx);
          return answer;
        });
      });
    },

    removeUnreferenced,
    sweepHolds: () => ledger.deleteHoldsBefore(db.drizzle, heldSince()),

    check,
    countDueChecks: (days) => ledger.countDueChecks(db.drizzle, days, clock.now()),
    async checkOldest(wish) {
      const hashes = await ledger.findOldestChecks(db.drizzle, wish);
      for (const sha256 of hashes) await check(sha256);
      return hashes.length;
    },
    findDamaged: () => ledger.findOldestChecks(db.drizzle, { damaged: true, limit: DAMAGED_AT_ONCE }),
    damage: () => ledger.findDamage(db.drizzle),
  };
}
