import { LIMITS } from '@duai/contract';
import { expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { assertTrialRuns, billingOfNextScan, remainingDays, trialEnd } from './institutions.policy.ts';
import type { TrialRow } from './institutions.tables.ts';

const now = new Date('2026-04-10T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const trial = (change: Partial<TrialRow> = {}) =>
  ({ plan: 'trial', expiresAt: at(1), usedScans: 0, scanLimit: LIMITS.trialScans, ...change }) as TrialRow;
const code = (act: () => unknown): string => {
  try {
    act();
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

it('a trial lasts 30 days from its activation, to the millisecond', () => {
  expect(trialEnd(new Date('2026-04-01T00:00:00Z'))).toEqual(new Date('2026-05-01T00:00:00Z'));
  expect(code(() => assertTrialRuns(trial({ expiresAt: new Date(now.getTime() + 1) }), now))).toBe('ok');
  expect(code(() => assertTrialRuns(trial({ expiresAt: now }), now))).toBe('TRIAL_EXPIRED');
  expect(code(() => assertTrialRuns(trial({ expiresAt: null }), now))).toBe('TRIAL_EXPIRED');
  expect(code(() => assertTrialRuns(trial({ plan: 'pay-per-scan', expiresAt: at(-1) }), now))).toBe('ok');
});

it('the hundredth scan passes, the next is refused; who pays per scan is metered', () => {
  expect(billingOfNextScan(trial({ usedScans: 99 }), now)).toBe('trial');
  expect(code(() => billingOfNextScan(trial({ usedScans: 100 }), now))).toBe('TRIAL_SCANS_USED_UP');
  expect(code(() => billingOfNextScan(trial({ expiresAt: at(-1) }), now))).toBe('TRIAL_EXPIRED');
  expect(billingOfNextScan(trial({ plan: 'pay-per-scan', usedScans: 100, expiresAt: at(-1) }), now)).toBe('metered');
});

it('the last part of a day counts as a day, and none is left after the end', () => {
  expect(remainingDays(trial({ expiresAt: at(24 * 28) }), now)).toBe(28);
  expect(remainingDays(trial({ expiresAt: at(24 * 27 + 1) }), now)).toBe(28);
  expect(remainingDays(trial({ expiresAt: at(-30) }), now)).toBe(0);
  expect(remainingDays(trial({ expiresAt: null }), now)).toBe(0);
});
