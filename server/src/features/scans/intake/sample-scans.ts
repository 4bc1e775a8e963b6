import { Readable } from 'node:stream';
import { abdomenSample, brainSample, chestFilmSample } from '@duai/imaging';
import type { Tx } from '../../../adapters/database/port.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { IncomingFile } from '../../studies/index.ts';
import type { ScanTools } from '../scan-tools.ts';
import { insertScan } from '../scans.store.ts';

/** The sample scans of the dashboard in the specification: generated phantoms, analysed by the installed algorithms. */
export const SAMPLE_SCANS = [
  {
    scan: { studyDescription: 'Brain MRI', patientLabel: 'SAMPLE-001', modality: 'MRI', bodyPart: 'Brain' },
    draw: brainSample,
    daysAgo: 0,
  },
  {
    scan: { studyDescription: 'Chest X-Ray', patientLabel: 'SAMPLE-002', modality: 'X-Ray', bodyPart: 'Chest' },
    draw: chestFilmSample,
    daysAgo: 1,
  },
  {
    scan: { studyDescription: 'Abdominal CT', patientLabel: 'SAMPLE-003', modality: 'CT', bodyPart: 'Abdomen' },
    draw: abdomenSample,
    daysAgo: 2,
  },
] as const;

/**
 * Demo mode: creates the sample institution with its scans, with dates relative to today. The images are stored and
 * analysed like any other upload.
 * @param besides other work in the same transaction
 */
export async function seedSampleScans(
  { clock, institutions, studies }: Pick<ScanTools, 'clock' | 'institutions' | 'studies'>,
  admin: { username: string; password: string },
  besides: (tx: Tx) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const drawn = SAMPLE_SCANS.map((sample) => ({ ...sample, ...sample.draw() }));
  const { files } = await studies.receive(incoming(drawn.flatMap((sample) => sample.files)), { dicomOnly: true });
  await studies.keep(files, async (tx) => {
    await besides(tx);
    const institutionId = await institutions.seedSample(tx, admin, { usedScans: SAMPLE_SCANS.length });
    for (const { scan, daysAgo, studyInstanceUid } of drawn) {
      const createdAt = later(now, -daysAgo * DAY_MS);
      const { id, submission } = await insertScan(tx, {
        ...scan,
        id: newId(),
        institutionId,
        source: 'upload',
        billing: 'sample',
        studyInstanceUid,
        studyDate: createdAt.toISOString().slice(0, 10),
        studyKey: studyInstanceUid,
        createdAt,
        submittedAt: createdAt,
      });
      const own = files.filter(({ inspection }) => studyOf(inspection) === studyInstanceUid);
      await studies.addFiles(tx, { scanId: id }, submission, own);
    }
  });
}

const studyOf = (inspection: { kind: string; header?: { studyInstanceUid: string | null } }): string | null =>
  inspection.header?.studyInstanceUid ?? null;

async function* incoming(files: readonly { name: string; bytes: Uint8Array }[]): AsyncGenerator<IncomingFile> {
  for (const { name, bytes } of files) yield { name, stream: Readable.from([bytes]) };
}
