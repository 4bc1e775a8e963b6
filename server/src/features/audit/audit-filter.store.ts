import type { operations } from '@duai/contract';
import { and, between, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { DAY_MS, later } from '../../core/clock.ts';
import { beginningWith } from '../../core/like.ts';
import { auditEvents } from './audit.tables.ts';

const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The values that occur in the trail, for a filter that uses the indexes; see `audit.store.ts`. */
export interface Known {
  realms: readonly string[];
  types: readonly string[];
  actions: readonly string[];
}

/**
 * Condition for the rows that match the filter. A search word is a kind (realm, type or action), or the beginning of an
 * id.
 */
export function fits({ who, what, whom, outcome, from, to }: operations.AuditFilter, known: Known): SQL | undefined {
  return and(
    who ? isActor(who.toLowerCase(), known) : undefined,
    whom ? isSubject(whom.toLowerCase(), known) : undefined,
    what ? inArray(auditEvents.action, actionsWith(what.toLowerCase(), known)) : undefined,
    outcome ? eq(auditEvents.outcome, outcome) : undefined,
    from ? gte(auditEvents.at, midnight(from)) : undefined,
    to ? lt(auditEvents.at, later(midnight(to), DAY_MS)) : undefined,
  );
}

const actionsWith = (part: string, { actions }: Known): string[] =>
  actions.filter((action) => action.toLowerCase().includes(part));

function isActor(word: string, { realms }: Known): SQL | undefined {
  if (WHOLE_ID.test(word)) return eq(auditEvents.actorId, word);
  if (realms.includes(word)) return eq(auditEvents.actorRealm, word);
  const range = idsBeginningWith(word);
  return range ? between(auditEvents.actorId, ...range) : sql`false`;
}

/** Subject ids are compared byte by byte, so that a prefix of any id is one range of the index. */
function isSubject(word: string, { types }: Known): SQL | undefined {
  if (WHOLE_ID.test(word)) return eq(auditEvents.subjectId, word);
  if (types.includes(word)) return eq(auditEvents.subjectType, word);
  return sql`${auditEvents.subjectId} like ${beginningWith(word)}`;
}

/** The first and last UUID with this prefix; null where there is none. */
function idsBeginningWith(word: string): [first: string, last: string] | null {
  const [first, last] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'].map(
    (end) => word + end.slice(word.length),
  );
  return WHOLE_ID.test(first!) ? [first!, last!] : null;
}
