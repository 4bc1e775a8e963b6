import type { rights as contract } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import { hashSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { Uploads } from '../../uploads/index.ts';
import { countKinds } from '../held-tables.ts';
import * as store from '../rights.store.ts';
import { createErasureWishes } from './ask-erasure.ts';
import { eraseRows } from './erase-rows.ts';
import { eraseAccount, eraseDue, eraseFiles } from './erasure.jobs.ts';
import { finishErasure } from './prove-erasure.ts';
import type { RewriteDisk } from './rewrite-disk.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  uploads: Uploads;
  disk: Pick<RewriteDisk, 'cleanBy'>;
}

const HOURLY = '41 * * * *';

/**
 * Erasure (KVKK Art. 7, GDPR Art. 17): requested with the password, done after a period in which it can be withdrawn,
 * and proved by a document without names. Rows are deleted in one transaction; files follow, because a file system
 * takes no part in transactions.
 */
export function createEraseAccount(parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'clock'>, others: Others) {
  const { db, queue, clock } = parts;

  /** Starts every erasure that is due. */
  async function startDue(): Promise<void> {
    await db.transaction(async (tx) => {
      for (const erasureId of await store.findDueErasures(tx, clock.now()))
        await queue.enqueue(tx, eraseAccount, { erasureId });
    });
  }

  return {
    ...createErasureWishes(parts, others),

    /** @throws AppError LINK_INVALID */
    async proof(token: string): Promise<{ proof: contract.ErasureProof; document: string; sha256: string }> {
      const row = await store.findErasureByToken(db.drizzle, hashSecret(token));
      if (row?.state !== 'done') throw new AppError('LINK_INVALID');
      const { document, sha256 } = row;
      if (document === null || sha256 === null) throw new Error(`the erasure ${row.id} has no document`);
      const proof = JSON.parse(document) as contract.ErasureProof;
      return { proof: { ...proof, rows: countKinds(proof.rows) }, document, sha256 };
    },

    startDue,
    registerJobs(): void {
      queue.handle(eraseDue, startDue);
      queue.schedule(eraseDue, HOURLY, {});
      queue.handle(eraseAccount, ({ erasureId }) => eraseRows(parts, others, erasureId));
      queue.handle(eraseFiles, ({ erasureId }) => finishErasure(parts, others, erasureId));
    },
  };
}
