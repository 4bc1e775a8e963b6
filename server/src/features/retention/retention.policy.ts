import { retention as contract } from '@duai/contract';
import { DAY_MS, later } from '../../core/clock.ts';

/** The last time at which a study that is told now came. */
export const toldUntil = (now: Date, days: number): Date => later(now, (contract.NOTICE_DAYS - days) * DAY_MS);

/**
 * When a study goes: when it is old enough, and not before its institution was told for long enough. Null for one that is not
 * told yet, and for one that got more images since.
 */
export function goesAt({ submittedAt, toldAt }: { submittedAt: Date; toldAt: Date | null }, days: number): Date | null {
  if (toldAt === null || toldAt < submittedAt) return null;
  const oldEnough = later(submittedAt, days * DAY_MS);
  const toldEnough = later(toldAt, contract.NOTICE_DAYS * DAY_MS);
  return new Date(Math.max(oldEnough.getTime(), toldEnough.getTime()));
}
