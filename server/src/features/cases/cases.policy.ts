import { DUE_HOURS, type Urgency } from '@duai/contract';
import type { Actor } from '../../core/actor.ts';
import { HOUR_MS, later } from '../../core/clock.ts';
import type { CaseRow } from './cases.tables.ts';

type Owned = Pick<CaseRow, 'id' | 'patientId'>;
type Claimed = Pick<CaseRow, 'claimedBy'>;

/** Patients read their own cases, a doctor with a link that one case, radiologists all; nobody else reads any. */
export const canReadCase = (actor: Actor, row: Owned): boolean =>
  (actor.realm === 'patient' && actor.id === row.patientId) ||
  (actor.realm === 'shared' && actor.caseId === row.id) ||
  isRadiologist(actor) ||
  actor.realm === 'system';

export const canAddImages = (row: Pick<CaseRow, 'status'>): boolean => row.status === 'uploaded';

export const isOpen = (row: Pick<CaseRow, 'status'>): boolean => row.status !== 'completed';

/** The case was submitted, no reader has claimed it, and no second reader has begun to read it. */
export const canTakeBack = (row: Pick<CaseRow, 'status' | 'claimedBy'>, hasSecondReader: boolean): boolean =>
  row.status === 'processing' && row.claimedBy === null && !hasSecondReader;

export const isRadiologist = (actor: Actor): boolean => actor.realm === 'staff' && actor.role === 'radiologist';

export const isClaimedByAnother = (actor: Actor, row: Claimed): boolean =>
  row.claimedBy !== null && !(actor.realm === 'staff' && actor.id === row.claimedBy);

export const hasClaimed = (actor: Actor, row: Claimed): boolean =>
  actor.realm === 'staff' && actor.id === row.claimedBy;

/** When the report is due: 24 h urgent, 36 h semi-urgent, 48 h routine after the images came. */
export const dueTime = (urgency: Urgency, submittedAt: Date): Date => later(submittedAt, DUE_HOURS[urgency] * HOUR_MS);

export const isLate = (row: Pick<CaseRow, 'status' | 'dueAt'>, now: Date): boolean =>
  row.status === 'processing' && row.dueAt !== null && row.dueAt < now;

/** In review, with half of its time gone and no claim. */
export const isLongUnclaimed = (row: Pick<CaseRow, 'status' | 'claimedBy' | 'dueAt' | 'urgency'>, now: Date): boolean =>
  row.status === 'processing' &&
  row.claimedBy === null &&
  row.dueAt !== null &&
  later(row.dueAt, (-DUE_HOURS[row.urgency] * HOUR_MS) / 2) <= now;

const isTold = (toldFor: Date | null, dueAt: Date | null): boolean => toldFor?.getTime() === dueAt?.getTime();

/** The late and unclaimed states that nobody was told of yet for this due time. */
export const untoldOf = (
  row: Pick<CaseRow, 'status' | 'claimedBy' | 'dueAt' | 'urgency' | 'lateToldFor' | 'unclaimedToldFor'>,
  now: Date,
): { isLate: boolean; isUnclaimed: boolean } => ({
  isLate: isLate(row, now) && !isTold(row.lateToldFor, row.dueAt),
  isUnclaimed: isLongUnclaimed(row, now) && !isTold(row.unclaimedToldFor, row.dueAt),
});

/** The columns of a case without a claim. */
export const UNCLAIMED = { claimedBy: null, claimedAt: null, claimActiveAt: null } as const;

/** Why a claim ends by itself: its holder is absent or no longer works here, or was idle for `idleHours`; else null. */
export function claimEnds(
  { status, claimedBy, claimActiveAt }: Pick<CaseRow, 'status' | 'claimedBy' | 'claimActiveAt'>,
  { now, idleHours, there }: { now: Date; idleHours: number; there: ReadonlySet<string> },
): 'absent' | 'idle' | null {
  if (status !== 'processing' || claimedBy === null) return null;
  if (!there.has(claimedBy)) return 'absent';
  return claimActiveAt !== null && now >= later(claimActiveAt, idleHours * HOUR_MS) ? 'idle' : null;
}
