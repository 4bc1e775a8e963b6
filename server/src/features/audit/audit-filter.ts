import type { operations } from '@duai/contract';
import { and, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { DAY_MS, later } from '../../core/clock.ts';
import { beginningWith, containing } from '../../core/like.ts';
import { auditEvents } from './audit.tables.ts';

const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Rows of the trail that fit all that was asked. A word is a kind, or the beginning of an id; a whole id is found by index. */
export function fits({ who, what, whom, outcome, from, to }: operations.AuditFilter): SQL | undefined {
  return and(
    who ? isAbout(who, { kind: auditEvents.actorRealm, id: auditEvents.actorId }) : undefined,
    whom ? isAbout(whom, { kind: auditEvents.subjectType, id: auditEvents.subjectId }) : undefined,
    what ? ilike(auditEvents.action, containing(what)) : undefined,
    outcome ? eq(auditEvents.outcome, outcome) : undefined,
    from ? gte(auditEvents.at, midnight(from)) : undefined,
    to ? lt(auditEvents.at, later(midnight(to), DAY_MS)) : undefined,
  );
}

function isAbout(text: string, { kind, id }: { kind: PgColumn; id: PgColumn }): SQL | undefined {
  const word = text.toLowerCase();
  return WHOLE_ID.test(word) ? eq(id, word) : or(eq(kind, word), sql`${id}::text like ${beginningWith(word)}`);
}
