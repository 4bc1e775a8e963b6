import { LIMITS } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import { later } from '../../../core/clock.ts';

/** @throws AppError RESEND_TOO_SOON within the cool-down of the last message */
export function assertCooledDown(lastSentAt: Date | null, now: Date): void {
  if (!lastSentAt) return;
  const waitMs = later(lastSentAt, LIMITS.resendCoolDownSeconds * 1000).getTime() - now.getTime();
  if (waitMs > 0) throw new AppError('RESEND_TOO_SOON', { params: { seconds: Math.ceil(waitMs / 1000) } });
}
