import { LIMITS } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { TrialRow } from './institutions.tables.ts';

/** A trial lasts 30 days from its activation. */
export const trialEnd = (activatedAt: Date): Date => later(activatedAt, LIMITS.trialDays * DAY_MS);

/** @throws AppError TRIAL_EXPIRED on the 31st day, unless the institution pays per scan */
export function assertTrialRuns(trial: Pick<TrialRow, 'plan' | 'expiresAt'>, now: Date): void {
  if (trial.plan === 'trial' && (!trial.expiresAt || trial.expiresAt <= now)) throw new AppError('TRIAL_EXPIRED');
}

/** Whether the next scan counts for the trial or is paid per scan. @throws AppError TRIAL_EXPIRED, TRIAL_SCANS_USED_UP */
export function billingOfNextScan(trial: TrialRow, now: Date): 'trial' | 'metered' {
  if (trial.plan === 'pay-per-scan') return 'metered';
  assertTrialRuns(trial, now);
  if (trial.usedScans >= trial.scanLimit)
    throw new AppError('TRIAL_SCANS_USED_UP', { params: { limit: trial.scanLimit } });
  return 'trial';
}

/** Days that are left; a part of a day counts as a whole one. */
export const remainingDays = (trial: Pick<TrialRow, 'expiresAt'>, now: Date): number =>
  trial.expiresAt ? Math.max(0, Math.ceil((trial.expiresAt.getTime() - now.getTime()) / DAY_MS)) : 0;
