import { type hl7 as contract, LIMITS, type Received } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { fingerprintOf, readCertificate } from '../../core/certificates.ts';
import { newId } from '../../core/ids.ts';
import type { Hl7Tools } from './hl7.service.ts';
import * as store from './hl7.store.ts';
import type { ReceiverRow } from './hl7.tables.ts';

const present = ({ createdAt, ...row }: ReceiverRow): contract.Hl7Receiver => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Receivers of HL7 messages, registered by an institution's administrators; an operator allows private addresses. */
export function createReceivers({ db, clock, audit }: Hl7Tools) {
  return {
    list: async (institutionId?: string): Promise<contract.Hl7Receiver[]> =>
      (await store.findReceivers(db.drizzle, institutionId)).map(present),

    /** @throws AppError TOO_MANY_PACS_PEERS, PACS_CERTIFICATE_NOT_READABLE */
    async add(
      context: Context,
      institutionId: string,
      { certificate, ...wish }: Received<typeof contract.addHl7Receiver, 'body'>,
    ): Promise<contract.Hl7Receiver> {
      const isPinned = certificate !== undefined && wish.transport === 'tls';
      const certificateSha256 = isPinned ? fingerprintOf(readCertificate(certificate)) : null;
      return db.transaction(async (tx) => {
        if ((await store.lockedCount(tx, institutionId)) >= LIMITS.hl7Receivers)
          throw new AppError('TOO_MANY_PACS_PEERS', { params: { limit: LIMITS.hl7Receivers } });
        const own = { id: newId(), institutionId, certificateSha256, createdAt: clock.now() };
        const row = await store.insertReceiver(tx, { ...wish, ...own });
        await audit.record(tx, context, {
          ...{ action: 'hl7.add-receiver', subjectType: 'hl7-receiver', subjectId: row.id },
          details: { host: row.host, port: row.port },
        });
        return present(row);
      });
    },

    /** @throws AppError NOT_FOUND */
    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteReceiver(tx, institutionId, id))) throw notFound('hl7 receiver');
        await audit.record(tx, context, { action: 'hl7.remove-receiver', subjectType: 'hl7-receiver', subjectId: id });
      });
    },

    /** @throws AppError NOT_FOUND */
    async allowPrivate(context: Context, id: string, change: { mayBePrivate: boolean }): Promise<contract.Hl7Receiver> {
      return db.transaction(async (tx) => {
        const row = await store.updateReceiver(tx, id, change);
        if (!row) throw notFound('hl7 receiver');
        const action = change.mayBePrivate ? 'hl7.allow-private' : 'hl7.refuse-private';
        await audit.record(tx, context, { action, subjectType: 'hl7-receiver', subjectId: id });
        return present(row);
      });
    },
  };
}
