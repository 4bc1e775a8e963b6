import { type shares as contract, LIMITS } from '@duai/contract';
import { MINUTE_MS } from '../../core/clock.ts';
import type { OpeningRow, ShareRow } from './shares.tables.ts';

/** How long one opening lasts on the doctor's computer, at most. */
export const OPENING_MS = 60 * MINUTE_MS;

type Deciding = Pick<ShareRow, 'revokedAt' | 'expiresAt' | 'wrongPins' | 'maxOpenings'>;

/** Whether the link opens once more, and if not, why. What the patient did comes first, then what time did. */
export function stateOf(share: Deciding, openings: number, now: Date): contract.ShareState {
  if (share.revokedAt) return 'revoked';
  if (share.wrongPins >= LIMITS.sharePinAttempts) return 'locked';
  if (share.expiresAt <= now) return 'expired';
  if (openings >= share.maxOpenings) return 'used-up';
  return 'open';
}

/** An opening never outlives its link. */
export const openingEnds = (share: Pick<ShareRow, 'expiresAt'>, now: Date): Date =>
  new Date(Math.min(now.getTime() + OPENING_MS, share.expiresAt.getTime()));

/** The last opening stays valid for its hour when it used the link up; a revoked or expired link ends it at once. */
export const isOpeningAlive = (
  share: Pick<ShareRow, 'revokedAt' | 'expiresAt'>,
  opening: Pick<OpeningRow, 'endsAt'>,
  now: Date,
): boolean => share.revokedAt === null && share.expiresAt > now && opening.endsAt > now;
