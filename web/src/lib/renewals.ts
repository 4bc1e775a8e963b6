import { cases, type Endpoint, members, questions, reports } from '@duai/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isAnswerOf, type Key } from './query-keys.ts';

/** What is asked anew after a change: all answers of an endpoint, those of a key, or those whose key fits. */
export type Renewed = Endpoint | Key | ((key: Key) => boolean);

/** What tells of a patient's cases: the list, a case with its series, its report and its questions. */
export const ABOUT_CASES = isAnswerOf(
  cases.listCases,
  cases.getCase,
  cases.listCaseSeries,
  reports.getReport,
  questions.listQuestions,
);

/** All that the workbench of an institution shows. */
export const IN_WORKBENCH = (key: Key): boolean =>
  String(key[0]).startsWith('/api/trial/') || isAnswerOf(members.getTotp)(key);

const filterOf = (what: Renewed) => {
  if (isKey(what)) return { queryKey: what };
  const fits = typeof what === 'function' ? what : isAnswerOf(what);
  return { predicate: ({ queryKey }: { queryKey: Key }) => fits(queryKey) };
};
const isKey = (what: Renewed): what is Key => Array.isArray(what);

/** What is shown of it is fetched anew, and what is not shown when it is shown again. */
export const renew = (queryClient: QueryClient, what: Renewed, options?: { cancelRefetch: boolean }): Promise<void> =>
  queryClient.invalidateQueries(filterOf(what), options);

/**
 * As `renew`, also of what is on its way for the first time: what was asked before a change may not know of it, and nothing
 * is ever fetched again by itself.
 */
export async function renewAll(queryClient: QueryClient, what: Renewed): Promise<void> {
  const filter = filterOf(what);
  await queryClient.cancelQueries(filter);
  await queryClient.invalidateQueries(filter);
}
