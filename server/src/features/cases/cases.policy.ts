import { DUE_HOURS, type Urgency } from '@duai/contract';
import type { Actor } from '../../core/actor.ts';
import { HOUR_MS, later } from '../../core/clock.ts';
import type { CaseRow } from './cases.tables.ts';

type Owned = Pick<CaseRow, 'id' | 'patientId'>;
type Claimed = Pick<CaseRow, 'claimedBy'>;

/** A patient reads the own cases, a doctor the one case of an opened link; a radiologist reads all; nobody else reads any. */
export const canReadCase = (actor: Actor, row: Owned): boolean =>
  (actor.realm === 'patient' && actor.id === row.patientId) ||
  (actor.realm === 'shared' && actor.caseId === row.id) ||
  isRadiologist(actor) ||
  actor.realm === 'system';

export const canAddImages = (row: Pick<CaseRow, 'status'>): boolean => row.status === 'uploaded';

export const isOpen = (row: Pick<CaseRow, 'status'>): boolean => row.status !== 'completed';

/** Submitted, and nobody has begun to read. */
export const canTakeBack = (row: Pick<CaseRow, 'status' | 'claimedBy'>): boolean =>
  row.status === 'processing' && row.claimedBy === null;

export const isRadiologist = (actor: Actor): boolean => actor.realm === 'staff' && actor.role === 'radiologist';

export const isClaimedByAnother = (actor: Actor, row: Claimed): boolean =>
  row.claimedBy !== null && !(actor.realm === 'staff' && actor.id === row.claimedBy);

export const hasClaimed = (actor: Actor, row: Claimed): boolean =>
  actor.realm === 'staff' && actor.id === row.claimedBy;

/** When the report is due: 24 h urgent, 36 h semi-urgent, 48 h routine after the images came. */
export const dueTime = (urgency: Urgency, submittedAt: Date): Date => later(submittedAt, DUE_HOURS[urgency] * HOUR_MS);

export const isLate = (row: Pick<CaseRow, 'status' | 'dueAt'>, now: Date): boolean =>
  row.status === 'processing' && row.dueAt !== null && row.dueAt < now;

/** In review for half of its time, and nobody has claimed it. */
export const isLongUnclaimed = (row: Pick<CaseRow, 'status' | 'claimedBy' | 'dueAt' | 'urgency'>, now: Date): boolean =>
  row.status === 'processing' &&
  row.claimedBy === null &&
  row.dueAt !== null &&
  later(row.dueAt, (-DUE_HOURS[row.urgency] * HOUR_MS) / 2) <= now;

const isTold = (toldFor: Date | null, dueAt: Date | null): boolean => toldFor?.getTime() === dueAt?.getTime();

/** What nobody has been told of this due time yet. */
export const untoldOf = (
  row: Pick<CaseRow, 'status' | 'claimedBy' | 'dueAt' | 'urgency' | 'lateToldFor' | 'unclaimedToldFor'>,
  now: Date,
): { isLate: boolean; isUnclaimed: boolean } => ({
  isLate: isLate(row, now) && !isTold(row.lateToldFor, row.dueAt),
  isUnclaimed: isLongUnclaimed(row, now) && !isTold(row.unclaimedToldFor, row.dueAt),
});

/** A case that nobody reads. */
export const UNCLAIMED = { claimedBy: null, claimedAt: null, claimActiveAt: null } as const;

/** Why a claim ends by itself: its holder is away or reads here no more, or has not worked on the case for so long; else null. */
export function claimEnds(
  { status, claimedBy, claimActiveAt }: Pick<CaseRow, 'status' | 'claimedBy' | 'claimActiveAt'>,
  { now, idleHours, there }: { now: Date; idleHours: number; there: ReadonlySet<string> },
): 'absent' | 'idle' | null {
  if (status !== 'processing' || claimedBy === null) return null;
  if (!there.has(claimedBy)) return 'absent';
  return claimActiveAt !== null && now >= later(claimActiveAt, idleHours * HOUR_MS) ? 'idle' : null;
}
