import type { Accounts } from '../../accounts/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type * as store from '../reports.store.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import type { PriorRead } from './draft-report.ts';

/** Earlier signed cases of the person of a case, each with what its images say of their day and of their person. */
export async function readPriors(
  on: store.Queries,
  others: { readonly accounts: Accounts; readonly cases: Cases; readonly studies: Studies },
  row: CaseRow,
  priors: readonly CaseRow[],
): Promise<PriorRead[]> {
  if (priors.length === 0) return [];
  const { studies } = others;
  const days = await studies.newestDaysOf(
    on,
    priors.map(({ id }) => id),
  );
  const person = await personOn(on, others, row);
  const read: PriorRead[] = [];
  for (const prior of priors) {
    const identities = await identitiesOnImages(on, studies, prior, person);
    const isOfOther = identities.some(({ differs }) => differs.some((field) => field !== 'not-read'));
    read.push({ ...prior, day: days.get(prior.id) ?? null, isOfOther });
  }
  return read;
}
