import { type auditReceivers as contract, LIMITS, type Received } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { fingerprintOf, readCertificate } from '../../core/certificates.ts';
import { newId } from '../../core/ids.ts';
import type { AuditExportTools } from './audit-export.service.ts';
import * as store from './audit-export.store.ts';
import type { AuditReceiverRow } from './audit-export.tables.ts';

const present = (row: AuditReceiverRow): contract.AuditReceiver => {
  const { lastSequence: _sequence, takenUntil: _taken, ...told } = row;
  return {
    ...told,
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    nextTryAt: row.nextTryAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
};

/** Whom an institution's administrators, or operators, have told. */
export function createAuditReceivers({ db, clock, audit }: AuditExportTools) {
  return {
    list: async (institutionId?: string): Promise<contract.AuditReceiver[]> =>
      (await store.findReceivers(db.drizzle, institutionId)).map(present),

    /** `institutionId` null: of the operator, who decides on private networks. @throws AppError TOO_MANY_PACS_PEERS, PACS_CERTIFICATE_NOT_READABLE */
    async add(
      context: Context,
      institutionId: string | null,
      { certificate, ...wish }: Received<typeof contract.addAuditReceiver, 'body'>,
    ): Promise<contract.AuditReceiver> {
      const certificateSha256 = certificate === undefined ? null : fingerprintOf(readCertificate(certificate));
      return db.transaction(async (tx) => {
        if ((await store.lockedCount(tx, institutionId)) >= LIMITS.auditReceivers)
          throw new AppError('TOO_MANY_PACS_PEERS', { params: { limit: LIMITS.auditReceivers } });
        const now = clock.now();
        const row = await store.insertReceiver(tx, {
          ...wish,
          ...{ id: newId(), institutionId, certificateSha256, createdAt: now, nextTryAt: now },
          mayBePrivate: institutionId === null,
        });
        await audit.record(tx, context, {
          ...{ action: 'audit-export.add-receiver', subjectType: 'audit-receiver', subjectId: row.id },
          details: { host: row.host, port: row.port, format: row.format },
        });
        return present(row);
      });
    },

    /** @throws AppError NOT_FOUND */
    async remove(context: Context, id: string, institutionId?: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteReceiver(tx, id, institutionId))) throw notFound('audit receiver');
        const subject = { subjectType: 'audit-receiver', subjectId: id };
        await audit.record(tx, context, { action: 'audit-export.remove-receiver', ...subject });
      });
    },

    /** @throws AppError NOT_FOUND */
    async allowPrivate(
      context: Context,
      id: string,
      { mayBePrivate }: { mayBePrivate: boolean },
    ): Promise<contract.AuditReceiver> {
      return db.transaction(async (tx) => {
        const row = await store.updateReceiver(tx, id, { mayBePrivate, nextTryAt: clock.now() });
        if (!row) throw notFound('audit receiver');
        const action = mayBePrivate ? 'audit-export.allow-private' : 'audit-export.refuse-private';
        await audit.record(tx, context, { action, subjectType: 'audit-receiver', subjectId: id });
        return present(row);
      });
    },
  };
}
