import type { operations } from '@duai/contract';
import { desc, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import { auditEvents } from './audit.tables.ts';

export interface AuditEntry {
  action: string;
  subjectType: string;
  subjectId: string | null;
  outcome?: 'ok' | 'refused';
  /** Ids and numbers only; no name, no free text. */
  details?: Record<string, string | number>;
}

type Queries = Pick<NodePgDatabase, 'execute'>;
export type Audit = ReturnType<typeof createAudit>;

/** Who did what, when, from where, with which outcome: append-only and hash-chained by the database. */
export function createAudit({ db }: Pick<Parts, 'db'>) {
  return {
    /** In the caller's transaction, as its last statement: the chain has one writer at a time until commit. */
    async record(on: Queries, context: Context, entry: AuditEntry): Promise<void> {
      const { actor } = context;
      const actorId = 'id' in actor ? actor.id : null;
      await on.execute(sql`
        insert into audit_events (actor_realm, actor_id, action, subject_type, subject_id, outcome, address, request_id, details)
        values (${actor.realm}, ${actorId}, ${entry.action}, ${entry.subjectType}, ${entry.subjectId},
          ${entry.outcome ?? 'ok'}, ${context.address}, ${context.requestId}, ${JSON.stringify(entry.details ?? {})}::jsonb)`);
    },

    async list({ before, limit }: { before?: number; limit: number }): Promise<operations.AuditEvent[]> {
      const rows = await db.drizzle
        .select()
        .from(auditEvents)
        .where(before === undefined ? undefined : lt(auditEvents.sequence, before))
        .orderBy(desc(auditEvents.sequence))
        .limit(limit);
      return rows.map(({ sequence, at, actorRealm, actorId, action, subjectType, subjectId, outcome, address }) => ({
        sequence,
        at: at.toISOString(),
        actorRealm,
        actorId,
        action,
        subjectType,
        subjectId,
        outcome,
        address,
      }));
    },

    /** Walks the whole chain; names the first row that does not fit, or null when all do. */
    async verify(): Promise<{ rows: number; firstBadSequence: number | null }> {
      const { rows } = await db.drizzle.execute<{ rows: number; bad: string | null }>(sql`
        select count(*)::int as rows, min(sequence) filter (where not is_good)::text as bad from (
          select e.sequence,
            e.hash = audit_row_hash(e)
            and e.previous_hash = coalesce(lag(e.hash) over (order by e.sequence), sha256(''::bytea))
            and e.sequence = row_number() over (order by e.sequence) as is_good
          from audit_events e) checked`);
      return { rows: rows[0]!.rows, firstBadSequence: rows[0]!.bad === null ? null : Number(rows[0]!.bad) };
    },
  };
}
