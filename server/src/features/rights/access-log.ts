import type { rights as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Shares } from '../shares/index.ts';
import { accessLine, mergeLines } from './access-lines.ts';
import { findPatientRows, findSubjects } from './patient-tables.store.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  shares: Shares;
}

/** "Who saw my data": the audit trail of all data of a patient, in lines that patients can understand. */
export function createAccessLog({ accounts, audit, cases, shares }: Others) {
  return async (
    tx: Tx,
    patientId: string,
    { before, limit }: { before?: Date; limit: number },
  ): Promise<{ lines: contract.AccessLine[]; next: string | null }> => {
    const subjects = await findSubjects(tx, await findPatientRows(tx, patientId));
    const groups = await audit.accessTo(tx, subjects, { before, limit: limit + 1 });
    const idsOf = (realm: string) =>
      groups.flatMap((group) => (group.actorRealm === realm && group.actorId ? [group.actorId] : []));
    const names = {
      staff: await accounts.staff.staffRoles(tx, idsOf('staff')),
      shares: await shares.labels(tx, idsOf('shared')),
      caseNumbers: await cases.numbersOfPatient(tx, patientId),
    };
    const lines = groups.slice(0, limit).flatMap((group) => accessLine(group, patientId, names) ?? []);
    const next = groups.length > limit ? groups[limit - 1]!.from.toISOString() : null;
    return { lines: mergeLines(lines), next };
  };
}
export type AccessLog = ReturnType<typeof createAccessLog>;
