import type { Language } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { SERVER_TEXTS } from '../../../core/texts.ts';
import type { ScanTools } from '../scan-tools.ts';
import { scans } from '../scans.tables.ts';

/** The sample scans of the specification's dashboard. Sample content: no images, no patients, findings made up. */
export const SAMPLE_SCANS = [
  {
    studyDescription: 'Brain MRI',
    patientLabel: 'SAMPLE-001',
    modality: 'MRI',
    bodyPart: 'Brain',
    findings: [SERVER_TEXTS.en.scans.sampleFindings.brain],
    daysAgo: 0,
  },
  {
    studyDescription: 'Chest X-Ray',
    patientLabel: 'SAMPLE-002',
    modality: 'X-Ray',
    bodyPart: 'Chest',
    findings: [SERVER_TEXTS.en.scans.sampleFindings.chest],
    daysAgo: 1,
  },
  {
    studyDescription: 'Abdominal CT',
    patientLabel: 'SAMPLE-003',
    modality: 'CT',
    bodyPart: 'Abdomen',
    findings: [SERVER_TEXTS.en.scans.sampleFindings.abdomen],
    daysAgo: 2,
  },
] as const;

const SAMPLE_FINDINGS = {
  tr: SERVER_TEXTS.tr.scans.sampleFindings,
  en: SERVER_TEXTS.en.scans.sampleFindings,
  ar: SERVER_TEXTS.ar.scans.sampleFindings,
};

/** A made-up finding in the reader's language. */
export function sampleFinding(english: string, language: Language): string {
  const keys = ['brain', 'chest', 'abdomen'] as const;
  const key = keys.find((each) => SAMPLE_FINDINGS.en[each] === english);
  return key ? SAMPLE_FINDINGS[language][key] : english;
}

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
