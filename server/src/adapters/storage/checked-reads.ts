import { Readable } from 'node:stream';
import { AppError } from '../../core/app-error.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../database/port.ts';
import { BLOCK_BYTES, checkedBlocks, DamagedBlockError, type FileContent } from './blocks.ts';
import * as ledger from './file-ledger.ts';
import { type Damage, type FileStore, StorageError } from './port.ts';

interface Tools {
  files: FileStore;
  db: Database;
  clock: Clock;
  log: Logger;
}

/** Reads of stored files in which every byte is checked before it is returned; damage is recorded. */
export function createCheckedReads({ files, db, clock, log }: Tools) {
  /**
   * Records damage that a read has met. A copy may be mended between the read and the record, so a file that was not known
   * as damaged is read once more: a read that begins after the record misses no mend.
   * @returns what is so in the end
   */
  async function mark(sha256: string, damage: Damage): Promise<'whole' | Damage> {
    log.error({ sha256, damage }, 'a stored file is damaged');
    const isNew = await ledger.markDamaged(db.drizzle, sha256, damage, clock.now());
    return isNew ? digest(sha256) : damage;
  }

  /** Records damage and turns it into FILE_DAMAGED; other errors (such as a lost connection) are returned unchanged. */
  async function judge(sha256: string, error: unknown): Promise<unknown> {
    const damage = damageIn(error);
    if (!damage) return error;
    if (damage === 'missing') {
      // The file may have been deleted between reading its row and reading its bytes.
      const [use] = await ledger.findUses(db.drizzle, [sha256], clock.now());
      if (!use!.isReferenced) return error;
    }
    await mark(sha256, damage);
    return new AppError('FILE_DAMAGED', { internal: `a stored file is ${damage}`, cause: error });
  }

  async function judged<T>(sha256: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw await judge(sha256, error);
    }
  }

  /** Reads a file in full, once, where its block hashes were not stored yet. */
  async function learn(sha256: string): Promise<FileContent> {
    const content = await files.digest(sha256);
    if (content.sha256 !== sha256) throw new DamagedBlockError('the file has another hash');
    await ledger.markWhole(db.drizzle, content, clock.now());
    return content;
  }

  async function digest(sha256: string): Promise<'whole' | Damage> {
    try {
      await learn(sha256);
      return 'whole';
    } catch (error) {
      const damage = damageIn(error);
      if (!damage) throw error;
      return damage;
    }
  }

  async function open(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    const content = (await ledger.findContent(db.drizzle, sha256)) ?? (await learn(sha256));
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? content.sizeBytes - 1, content.sizeBytes - 1);
    if (start > end) return Readable.from([]);
    const source = await files.open(sha256, {
      start: start - (start % BLOCK_BYTES),
      end: Math.min((Math.floor(end / BLOCK_BYTES) + 1) * BLOCK_BYTES, content.sizeBytes) - 1,
    });
    const blocks = checkedBlocks(source as AsyncIterable<Buffer>, content, { start, end });
    let first: Buffer | undefined;
    try {
      first = (await blocks.next()).value as Buffer;
    } catch (error) {
      source.destroy();
      throw error;
    }
    return new Readable({
      highWaterMark: BLOCK_BYTES,
      async read() {
        try {
          const next = first ? { value: first, done: false } : await blocks.next();
          first = undefined;
          this.push(next.done ? null : next.value);
        } catch (error) {
          this.destroy((await judge(sha256, error).catch(() => error)) as Error);
        }
      },
      destroy(error, done) {
        source.destroy();
        done(error);
      },
    });
  }

  return {
    mark,
    open: (sha256: string, range?: { start: number; end: number }) => judged(sha256, () => open(sha256, range)),
    checkout: (sha256: string) => judged(sha256, () => files.checkout(sha256)),

    /** Checks the whole file; a whole one is recorded as such. */
    digest,
  };
}

function damageIn(error: unknown): Damage | undefined {
  if (error instanceof DamagedBlockError) return 'damaged';
  if (error instanceof StorageError && error.code === 'CORRUPT') return 'damaged';
  if (error instanceof StorageError && error.code === 'NOT_FOUND') return 'missing';
  // The disk cannot read some of its sectors.
  if ((error as NodeJS.ErrnoException).code === 'EIO') return 'damaged';
  return undefined;
}
