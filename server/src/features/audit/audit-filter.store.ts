import type { operations } from '@duai/contract';
import { and, between, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { DAY_MS, later } from '../../core/clock.ts';
import { beginningWith } from '../../core/like.ts';
import { auditEvents } from './audit.tables.ts';

const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** What is known of the trail, for a filter that asks by index: see `audit.store.ts`. */
export interface Known {
  realms: readonly string[];
  types: readonly string[];
  actions: readonly string[];
}

/** Rows of the trail that fit all that was asked. A word is a kind, or the beginning of an id. */
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

/** Text is compared byte by byte, so that what begins so is one piece of the index, of whatever form the id is. */
function isSubject(word: string, { types }: Known): SQL | undefined {
  if (WHOLE_ID.test(word)) return eq(auditEvents.subjectId, word);
  if (types.includes(word)) return eq(auditEvents.subjectType, word);
  return sql`${auditEvents.subjectId} like ${beginningWith(word)}`;
}

/** The first and the last UUID that begin so; null where none does. */
function idsBeginningWith(word: string): [first: string, last: string] | null {
  const [first, last] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'].map(
    (end) => word + end.slice(word.length),
  );
  return WHOLE_ID.test(first!) ? [first!, last!] : null;
}
