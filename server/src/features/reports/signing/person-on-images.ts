import type { Accounts } from '../../accounts/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type * as store from '../reports.store.ts';

/** The person whom the images show: the holder of the account, or the relative that the case is for. */
export const personOn = async (
  on: store.Queries,
  { accounts, cases }: { accounts: Accounts; cases: Cases },
  row: CaseRow,
) => ({
  ...(await accounts.patientSummary(on, row.patientId)),
  ...cases.subjectOf(row),
});
