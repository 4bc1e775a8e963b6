import type { marks as contract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';

/** Masks of DICOM segmentations that came with the images of a case; withheld as AI is, for who drew them is not known. */
export const createSegmentations =
  (
    { db }: Pick<Parts, 'db'>,
    { audit, cases, studies }: { audit: Audit; cases: Cases; studies: Studies },
    preliminary: Preliminary,
  ) =>
  async (context: Context, staff: StaffActor, caseId: string): Promise<contract.OutsideMask[]> => {
    const found = await db.transaction(async (tx) => {
      const caseRow = await cases.forPatient(tx, context, caseId);
      await audit.record(tx, context, { action: 'reports.read-marks', subjectType: 'case', subjectId: caseId });
      return preliminary.show(tx, staff, caseRow, () => studies.segmentations.ofOwner(tx, { caseId }));
    });
    return studies.segmentations.masksOf(found, { caseId }, staff.id);
  };
