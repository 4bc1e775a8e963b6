import type { Tx } from '../../adapters/database/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { ScanTools } from './scan-tools.ts';
import { scans } from './scans.tables.ts';

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

/** Demo mode: the sample institution with its scans, with dates computed from today. */
export async function seedSampleScans(
  { clock, institutions }: Pick<ScanTools, 'clock' | 'institutions'>,
  tx: Tx,
  admin: { username: string; password: string },
): Promise<void> {
  const now = clock.now();
  const institutionId = await institutions.seedSample(tx, admin, { usedScans: SAMPLE_SCANS.length });
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
