import { LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { trialEnd } from './trial.policy.ts';
import { scans, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

/** The sample scans of the specification's dashboard. Sample content: no images, no patients, findings made up. */
export const SAMPLE_SCANS = [
  {
    studyDescription: 'Brain MRI',
    patientLabel: 'SAMPLE-001',
    modality: 'MRI',
    bodyPart: 'Brain',
    findings: ['Sample: no acute abnormality.'],
    daysAgo: 0,
  },
  {
    studyDescription: 'Chest X-Ray',
    patientLabel: 'SAMPLE-002',
    modality: 'X-Ray',
    bodyPart: 'Chest',
    findings: ['Sample: clear lungs.'],
    daysAgo: 1,
  },
  {
    studyDescription: 'Abdominal CT',
    patientLabel: 'SAMPLE-003',
    modality: 'CT',
    bodyPart: 'Abdomen',
    findings: ['Sample: no focal lesion.'],
    daysAgo: 2,
  },
] as const;

/** Days left on the sample institution's dashboard (specification, section 9). */
const REMAINING_DAYS = 28;

/** Demo mode: one institution that shows 3 of 100 scans and 28 days, with dates computed from today. */
export async function seedSampleInstitution(
  { clock, accounts }: TrialTools,
  tx: Tx,
  admin: { username: string; password: string },
): Promise<void> {
  const now = clock.now();
  const activatedAt = later(now, -(LIMITS.trialDays - REMAINING_DAYS) * DAY_MS);
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
  await tx.insert(trials).values({
    institutionId,
    scanLimit: LIMITS.trialScans,
    usedScans: SAMPLE_SCANS.length,
    activatedAt,
    expiresAt: trialEnd(activatedAt),
  });
  for (const { daysAgo, findings, ...scan } of SAMPLE_SCANS) {
    const createdAt = later(now, -daysAgo * DAY_MS);
    await tx.insert(scans).values({
      ...scan,
      findings: [...findings],
      id: newId(),
      institutionId,
      source: 'upload',
      billing: 'sample',
      status: 'complete',
      createdAt,
      submittedAt: createdAt,
      completedAt: createdAt,
    });
  }
}
