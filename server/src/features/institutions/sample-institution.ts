import { LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { InstitutionTools } from './institution-tools.ts';
import type { createTrials } from './trials.ts';

/** Days left on the sample institution's dashboard (specification, section 9). */
const REMAINING_DAYS = 28;

/** Demo mode: one institution that shows 3 of 100 scans and 28 days, with dates computed from today. @returns its id */
export async function seedSampleInstitution(
  {
    clock,
    accounts,
    trials,
  }: Pick<InstitutionTools, 'clock' | 'accounts'> & { trials: ReturnType<typeof createTrials> },
  tx: Tx,
  admin: { username: string; password: string },
  { usedScans }: { usedScans: number },
): Promise<string> {
  const institutionId = await accounts.institutions.createInstitution(tx, {
    name: 'Sample Radiology Department',
    country: 'Other',
    isSample: true,
  });
  await accounts.institutions.createUser(tx, {
    institutionId,
    ...admin,
    email: 'admin@sample-hospital.example',
    role: 'admin',
  });
  await trials.begin(tx, institutionId, {
    activatedAt: later(clock.now(), -(LIMITS.trialDays - REMAINING_DAYS) * DAY_MS),
    usedScans,
  });
  return institutionId;
}
