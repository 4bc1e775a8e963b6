import { type rights as contract, given } from '@duai/contract';
import { systemContext } from '../../../core/actor.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { countKinds } from '../held-tables.ts';
import * as store from '../rights.store.ts';
import { eraseFiles, mailKeyOf } from './erasure.jobs.ts';
import type { RewriteDisk } from './rewrite-disk.ts';

const HELD_RETRY_SECONDS = 600;

interface Others {
  audit: Audit;
  notifications: Notifications;
  disk: Pick<RewriteDisk, 'cleanBy'>;
}

/** Removes the files, then writes the proof and sends the last mail. Safe to run twice: a settled file is skipped. */
export async function finishErasure(
  { db, queue, storage, clock }: Pick<Parts, 'db' | 'queue' | 'storage' | 'clock'>,
  { audit, notifications, disk }: Others,
  erasureId: string,
): Promise<void> {
  const open = await store.findOpenFiles(db.drizzle, erasureId);
  const { removed, held } = await storage.removeUnreferenced(open);
  await store.settleFiles(db.drizzle, erasureId, removed, 'removed');
  const isWaiting = new Set(held);
  const others = new Set(removed);
  const kept = open.filter((sha256) => !others.has(sha256) && !isWaiting.has(sha256));
  await store.settleFiles(db.drizzle, erasureId, kept, 'kept');
  if (held.length > 0) {
    // Another upload is storing the same bytes; only when it has ended is it known whether they are kept for others.
    await db.transaction((tx) =>
      queue.enqueue(tx, eraseFiles, { erasureId }, { startAfterSeconds: HELD_RETRY_SECONDS }),
    );
    return;
  }
  const cleanBy = await disk.cleanBy(clock.now());
  await db.transaction(async (tx) => {
    const row = await store.lockErasure(tx, erasureId);
    if (row?.state !== 'removing-files') return;
    const proof: contract.ErasureProof = {
      id: row.id,
      requestedAt: row.requestedAt.toISOString(),
      erasedAt: given(row.erasedAt, 'the time of an erasure').toISOString(),
      rows: countKinds(row.removedRows),
      files: {
        removed: await store.countFiles(tx, erasureId, 'removed'),
        keptForOthers: await store.countFiles(tx, erasureId, 'kept'),
      },
      messages: row.removedMessages,
      kept: [
        { what: 'audit-rows', count: row.auditRows },
        { what: 'erasure-proof', count: 1 },
        { what: 'backups', count: null },
      ],
      cleanBy,
    };
    const document = canonicalJson(proof);
    const sha256 = sha256Hex(document);
    await store.deleteFiles(tx, erasureId);
    await store.updateErasure(tx, erasureId, { state: 'done', document, sha256 });
    await notifications.releaseHeld(tx, mailKeyOf(erasureId));
    await audit.record(tx, systemContext, {
      action: 'rights.prove-erasure',
      subjectType: 'erasure',
      subjectId: erasureId,
      details: { sha256 },
    });
  });
}
