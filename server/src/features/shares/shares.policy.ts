import { type shares as contract, LIMITS } from '@duai/contract';
import { MINUTE_MS } from '../../core/clock.ts';
import type { OpeningRow, ShareRow } from './shares.tables.ts';

/** The longest time of one opening. */
export const OPENING_MS = 60 * MINUTE_MS;

type Deciding = Pick<ShareRow, 'revokedAt' | 'expiresAt' | 'wrongPins' | 'maxOpenings'>;

/** Whether the link can be opened again, and if not, why; a revocation takes precedence over an expiry. */
export function stateOf(share: Deciding, openings: number, now: Date): contract.ShareState {
  if (share.revokedAt) return 'revoked';
  if (share.wrongPins >= LIMITS.sharePinAttempts) return 'locked';
  if (share.expiresAt <= now) return 'expired';
  if (openings >= share.maxOpenings) return 'used-up';
  return 'open';
}

/** The end of an opening, at latest that of its link. */
export const openingEnds = (share: Pick<ShareRow, 'expiresAt'>, now: Date): Date =>
  new Date(Math.min(now.getTime() + OPENING_MS, share.expiresAt.getTime()));

/** The last opening stays valid when it used the link up; a revoked or expired link ends every opening at once. */
export const isOpeningAlive = (
  share: Pick<ShareRow, 'revokedAt' | 'expiresAt'>,
  opening: Pick<OpeningRow, 'endsAt'>,
  now: Date,
): boolean => share.revokedAt === null && share.expiresAt > now && opening.endsAt > now;
