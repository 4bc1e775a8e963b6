import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import type { AuditEntry } from './audit.service.ts';

/**
 * Whether the trail already has a row with the same actor, action, details and address, at most this many milliseconds
 * old. For requests that an open page repeats by itself.
 */
export async function isRecentlyRecorded(
  on: Pick<NodePgDatabase, 'execute'>,
  { actor, address }: Context,
  { action, details = {} }: AuditEntry,
  withinMs: number,
): Promise<boolean> {
  if (!('id' in actor)) return false;
  const { rows } = await on.execute(sql`
    select 1 from audit_events e left join audit_origins o on o.sequence = e.sequence
    where e.actor_id = ${actor.id} and e.actor_realm = ${actor.realm} and e.action = ${action}
      and e.details = ${JSON.stringify(details)}::jsonb and o.address is not distinct from ${address}::text
      and e.at > now() - make_interval(secs => ${withinMs / 1000})
    limit 1`);
  return rows.length > 0;
}
