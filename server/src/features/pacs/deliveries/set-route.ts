import type { pacs as contract, Received } from '@duai/contract';
import type { Context } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { findPeer } from '../pacs.store.ts';
import type { PacsTools } from '../pacs-tools.ts';
import * as store from './deliveries.store.ts';

export function createSetRoute({ db, clock, audit }: Pick<PacsTools, 'db' | 'clock' | 'audit'>) {
  /** Sets which results go to a system; an empty list removes the route. @throws AppError NOT_FOUND */
  return async function setRoute(
    context: Context,
    peerId: string,
    { objects, algorithmIds, sendsWhen }: Received<typeof contract.setResultRoute, 'body'>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const peer = await findPeer(tx, peerId);
      if (!peer) throw notFound('peer');
      const { institutionId } = peer;
      if (objects.length === 0) await store.deleteResultRoute(tx, peerId);
      else
        await store.upsertResultRoute(tx, {
          ...{ peerId, institutionId, objects, algorithmIds, sendsWhen },
          changedAt: clock.now(),
        });
      await audit.record(tx, context, {
        action: 'pacs.set-results',
        subjectType: 'pacs-peer',
        subjectId: peerId,
        details: { objects: objects.join(', '), sendsWhen },
      });
    });
  };
}
