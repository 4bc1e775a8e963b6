import { createHash, randomBytes } from 'node:crypto';
import { operations } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import type { Page, PageWish } from '../../core/keyset.ts';
import type { Parts } from '../../parts.ts';
import * as store from './audit.store.ts';
import { fits } from './audit-filter.store.ts';

export interface AuditEntry {
  action: string;
  subjectType: string;
  subjectId: string | null;
  outcome?: 'ok' | 'refused';
  /**
   * Ids, numbers and words of closed lists; never names or free text. A new one belongs into `SHOWN_AUDIT_DETAILS`, unless
   * somebody outside chose it.
   */
  details?: { readonly [Key in operations.ShownAuditDetail | StoredOnly]?: string | number };
}
/** Chosen by somebody outside, or of use for a comparison alone. */
type StoredOnly = 'aeTitle' | 'host' | 'port' | 'shown' | 'workitem';

interface AuditPage extends Page<operations.AuditEvent> {
  total: number;
  actions: string[];
}

/** As the trail shows it, but with all its details. */
export type AuditRow = Omit<operations.AuditEvent, 'details'> & { readonly details: Record<string, string | number> };

export type Audit = ReturnType<typeof createAudit>;

/**
 * The audit trail: who did what, when, from where and with which outcome. The database keeps it append-only and
 * hash-chained.
 */
export function createAudit({ db }: Pick<Parts, 'db'>) {
  return {
    /**
     * Call in the caller's transaction, as its last statement: until the commit no other transaction can write to the
     * chain.
     */
    async record(
      on: Parameters<typeof store.insertEvent>[0],
      { actor, address, requestId }: Context,
      { outcome = 'ok', details = {}, ...entry }: AuditEntry,
    ): Promise<void> {
      const salt = randomBytes(16);
      await store.insertEvent(on, {
        ...entry,
        outcome,
        details,
        requestId,
        actorRealm: actor.realm,
        actorId: 'id' in actor ? actor.id : null,
        origin: address === null ? null : { address, salt, commitment: commitment(salt, address) },
      });
    },

    /** One page of the rows that match the filter, newest first. */
    async list({ page, cursor, ...filter }: operations.AuditFilter & PageWish): Promise<AuditPage> {
      const known = await store.findKnown(db.drizzle);
      const which = fits(filter, known);
      const [found, total] = await Promise.all([
        store.findPage(db.drizzle, which, { page, cursor }),
        store.countEvents(db.drizzle, which),
      ]);
      return { ...found, rows: found.rows.map(present), total, actions: [...known.actions] };
    },

    /** All rows that match, newest first, in batches, so that memory does not grow with the trail. */
    async *all(filter: operations.AuditFilter): AsyncGenerator<operations.AuditEvent> {
      const which = fits(filter, await store.findKnown(db.drizzle));
      for await (const rows of store.findAll(db.drizzle, which)) yield* rows.map(present);
    },

    /** These rows as they stand, in their order. */
    rows: async (sequences: readonly number[]): Promise<AuditRow[]> =>
      (await store.findRows(db.drizzle, sequences)).map((row) => ({ ...present(row), details: row.event.details })),

    accessTo: store.findAccessTo,
    forgetOrigins: store.forgetOrigins,
    verify: () => store.verifyChain(db.drizzle),
  };
}

/** The salted hash of an address that the chain stores; once the salt is deleted it reveals nothing. */
const commitment = (salt: Buffer, address: string): string =>
  createHash('sha256').update(salt).update(address).digest('hex');

const present = ({ event, address }: store.EventRow): operations.AuditEvent => ({
  sequence: event.sequence,
  at: event.at.toISOString(),
  actorRealm: event.actorRealm,
  actorId: event.actorId,
  action: event.action,
  subjectType: event.subjectType,
  subjectId: event.subjectId,
  outcome: event.outcome,
  address,
  details: Object.fromEntries(
    operations.SHOWN_AUDIT_DETAILS.flatMap((key) => {
      const value = event.details[key];
      return value === undefined ? [] : [[key, value]];
    }),
  ),
});
