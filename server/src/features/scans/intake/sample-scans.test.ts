import { randomUUID } from 'node:crypto';
import { scans as contract } from '@duai/contract';
import { expect, it } from 'vitest';
import { presentScans } from '../present-scan.ts';
import type { ScanRow } from '../scans.tables.ts';
import { SAMPLE_SCANS } from './sample-scans.ts';

it('[TRL-064] a sample scan has the fields of the specification, with its modality and status', async () => {
  const rows = SAMPLE_SCANS.map(
    ({ scan }, index) =>
      ({
        ...scan,
        id: randomUUID(),
        source: 'upload',
        studyDate: null,
        arrivedBy: null,
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
        status: index === 0 ? 'processing' : 'complete',
        findings: ['A sentence.'],
        failureCode: null,
        billing: 'sample',
      }) as unknown as ScanRow,
  );
  const analyses = { begunOfScans: async () => new Set<string>() } as unknown as Parameters<
    typeof presentScans
  >[0]['analyses'];
  const shown = await presentScans({ analyses }, undefined as never, rows, 'en');
  expect(shown.map((scan) => contract.scanSchema.strict().parse(scan))).toEqual(shown);
  expect(
    shown.map(({ studyDescription, patientId, uploadDate, status, findings, modality, bodyPart }) => [
      ...[studyDescription, patientId, uploadDate, status, findings, modality, bodyPart],
    ]),
  ).toEqual([
    ['Brain MRI', 'SAMPLE-001', '2026-01-01T00:00:00.000Z', 'processing', ['A sentence.'], 'MRI', 'Brain'],
    ['Chest X-Ray', 'SAMPLE-002', '2026-01-02T00:00:00.000Z', 'complete', ['A sentence.'], 'X-Ray', 'Chest'],
    ['Abdominal CT', 'SAMPLE-003', '2026-01-03T00:00:00.000Z', 'complete', ['A sentence.'], 'CT', 'Abdomen'],
  ]);
});
