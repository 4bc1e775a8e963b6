import type { marks as contract } from '@duai/contract';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';

/** PS3.4 table B.5-1: Segmentation Storage. */
const SEGMENTATION = '1.2.840.10008.5.1.4.1.1.66.4';
const READ_TIMEOUT_MS = 60_000;

type Segmentation = contract.OutsideMask;

/**
 * Masks of DICOM segmentations that came with the images, one for each segment, by the image and frame that the functional
 * groups name (PS3.3 C.8.20.2 and C.7.6.16.2.1). What cannot be read is named, for an image without its mask must not look
 * like one that has none.
 */
export function createSegmentations(
  { db, storage, compute }: Pick<Parts, 'db' | 'storage' | 'compute'>,
  { audit, cases, studies }: { audit: Audit; cases: Cases; studies: Studies },
  preliminary: Preliminary,
) {
  async function masksOf(sha256: string, name: string, reader: StaffActor): Promise<Omit<Segmentation, 'code'>[]> {
    const file = await storage.checkout(sha256);
    try {
      const wish = { timeoutMs: READ_TIMEOUT_MS, account: reader.id };
      const { content } = await compute.run('read-vendor-result', { path: file.path }, wish);
      if (content.kind !== 'segmentation') return [];
      const { columns, rows, frames } = content;
      return content.segments.map(({ number, label }) => ({
        label: label || name,
        isRead: true,
        columns,
        rows,
        slices: frames
          .filter(({ segment, runs }) => segment === number && runs !== '')
          .map(({ sopInstanceUid, frame, runs }) => ({ sopInstanceUid, ...(frame > 0 && { frame }), runs })),
      }));
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      return [{ label: name, isRead: false, columns: 1, rows: 1, slices: [] }];
    } finally {
      await file.release();
    }
  }

  return async (context: Context, staff: StaffActor, caseId: string): Promise<Segmentation[]> => {
    const trees = await db.transaction(async (tx) => {
      await preliminary.assertShown(tx, staff, await cases.forPatient(tx, context, caseId));
      await audit.record(tx, context, { action: 'reports.read-marks', subjectType: 'case', subjectId: caseId });
      return studies.fullTree(tx, { caseId });
    });
    const found: Omit<Segmentation, 'code'>[] = [];
    for (const { description, instances } of trees.flatMap(({ series }) => series))
      for (const { header, sha256 } of instances)
        if (header?.sopClassUid === SEGMENTATION) found.push(...(await masksOf(sha256, description ?? 'SEG', staff)));
    return found.map((mask, index) => ({ ...mask, code: `SEG_${index + 1}` }));
  };
}
