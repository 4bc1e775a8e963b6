import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';

/** Presentation states that came with the images of a case; withheld as AI is, for who drew in them is not known. */
export function createPresentationStates(
  { db }: Pick<Parts, 'db'>,
  { audit, cases, studies }: { audit: Audit; cases: Cases; studies: Studies },
  preliminary: Preliminary,
) {
  const found = (context: Context, staff: StaffActor, caseId: string) =>
    db.transaction(async (tx) => {
      const caseRow = await cases.forPatient(tx, context, caseId);
      await audit.record(tx, context, { action: 'reports.read-marks', subjectType: 'case', subjectId: caseId });
      return preliminary.show(tx, staff, caseRow, () => studies.presentationStates.ofOwner(tx, { caseId }));
    });
  return {
    list: async (context: Context, staff: StaffActor, caseId: string) =>
      studies.presentationStates.list(await found(context, staff, caseId), { caseId }, staff.id),
    open: async (context: Context, staff: StaffActor, { caseId, instanceId }: { caseId: string; instanceId: string }) =>
      studies.presentationStates.open(await found(context, staff, caseId), instanceId, staff.id),
  };
}
