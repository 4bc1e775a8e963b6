import { cases, type Endpoint, members, questions, reports } from '@duai/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isAnswerOf, type Key } from './query-keys.ts';

/** What is refetched after a change: all answers of an endpoint, those of a key, or those whose key matches. */
export type Renewed = Endpoint | Key | ((key: Key) => boolean);

/** Queries about a patient's cases: the list, a case with its series, its report and its questions. */
export const ABOUT_CASES = isAnswerOf(
  cases.listCases,
  cases.getCase,
  cases.listCaseSeries,
  reports.getReport,
  questions.listQuestions,
);

/** All queries that an institution's workbench shows. */
export const IN_WORKBENCH = (key: Key): boolean =>
  String(key[0]).startsWith('/api/trial/') || isAnswerOf(members.getTotp)(key);

const filterOf = (what: Renewed) => {
  if (isKey(what)) return { queryKey: what };
  const fits = typeof what === 'function' ? what : isAnswerOf(what);
  return { predicate: ({ queryKey }: { queryKey: Key }) => fits(queryKey) };
};
const isKey = (what: Renewed): what is Key => Array.isArray(what);

/** Refetches queries that are shown now; others are refetched when they are shown again. */
export const renew = (queryClient: QueryClient, what: Renewed, options?: { cancelRefetch: boolean }): Promise<void> =>
  queryClient.invalidateQueries(filterOf(what), options);

/**
 * Like `renew`, but restarts queries that are still loading: their answer may predate the change, and nothing is refetched
 * automatically later.
 */
export async function renewAll(queryClient: QueryClient, what: Renewed): Promise<void> {
  const filter = filterOf(what);
  await queryClient.cancelQueries(filter);
  await queryClient.invalidateQueries(filter);
}

/**
 * Shows what the answer to a change tells of a query. A refetch that is under way may have been read before the change:
 * it begins again, or the change would vanish from the page when it comes.
 */
export function showChange<T>(queryClient: QueryClient, queryKey: Key, change: (data: T) => T): void {
  const isFetching = queryClient.isFetching({ queryKey, exact: true }) > 0;
  queryClient.setQueryData<T>(queryKey, (data) => data && change(data));
  if (isFetching) void renew(queryClient, queryKey);
}

/** Shows a change while it is on its way. An answer that is being fetched may be from before it, and is fetched again later. */
export async function showAtOnce<T>(
  queryClient: QueryClient,
  queryKey: Key,
  change: (data: T | undefined) => T,
): Promise<void> {
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    await queryClient.cancelQueries({ queryKey, exact: true });
    renewWhenStill(queryClient, queryKey);
  }
  queryClient.setQueryData<T>(queryKey, change);
}

/**
 * Like `renew`, once no change of this page (a mutation with the same key) is on its way: an answer from before would take what
 * is shown of it off the page.
 */
export function renewWhenStill(queryClient: QueryClient, queryKey: Key): void {
  const isChanging = () => queryClient.isMutating({ mutationKey: queryKey }) > 0;
  if (!isChanging()) {
    void renew(queryClient, queryKey);
    return;
  }
  const stop = queryClient.getMutationCache().subscribe(() => {
    if (isChanging()) return;
    stop();
    void renew(queryClient, queryKey);
  });
}
