import type { Accounts } from '../../accounts/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type * as store from '../reports.store.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import type { PriorRead } from './draft-report.ts';

/** Earlier signed cases of the person, each with what its images say of their day and of their person. */
export async function readPriors(
  on: store.Queries,
  others: { readonly accounts: Accounts; readonly cases: Cases; readonly studies: Studies },
  row: CaseRow,
): Promise<{ rows: (CaseRow & PriorRead)[]; next: string | null }> {
  const { cases, studies } = others;
  const found = await cases.priorsOf(on, row);
  if (found.rows.length === 0) return { rows: [], next: found.next };
  const days = await studies.newestDaysOf(
    on,
    found.rows.map(({ id }) => id),
  );
  const person = await personOn(on, others, row);
  const rows: (CaseRow & PriorRead)[] = [];
  for (const prior of found.rows) {
    const identities = await identitiesOnImages(on, studies, prior, person);
    const isOfOther = identities.some(({ differs }) => differs.some((field) => field !== 'not-read'));
    rows.push({ ...prior, day: days.get(prior.id) ?? null, isOfOther });
  }
  return { rows, next: found.next };
}
