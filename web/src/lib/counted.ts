import { LIMITS } from '@duai/contract';

const MOST = LIMITS.countedAtMost;

/** Text such as "1 study" or "25 studies"; beyond the server's counting limit, the text for "more than". */
export const countedIn = (
  total: number,
  words: { readonly counted: (p: { count: number }) => string; readonly more: (p: { count: number }) => string },
): string => (total > MOST ? words.more({ count: MOST }) : words.counted({ count: total }));

/** Number of pages that have a number; later pages are reached by cursor. */
export const pagesOf = (total: number, perPage: number): number => Math.ceil(Math.min(total, MOST) / perPage);

/** The page of a list that a URL or a click asks for: by number, or by the cursor from the adjacent page. */
export interface PageStep {
  page: number;
  cursor?: string | undefined;
}

/** Pages beyond the numbered ones need a cursor; without one the last numbered page is shown. */
export function pageIn(search: URLSearchParams, perPage: number): PageStep {
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const cursor = search.get('cursor');
  return cursor ? { page, cursor } : { page: Math.min(page, pagesOf(MOST, perPage)) };
}

/** The query parameters for the server. */
export const queryOf = ({ page, cursor }: PageStep): { page: number } | { cursor: string } =>
  cursor ? { cursor } : { page };

/** The parameters for the URL. */
export const searchOf = ({ page, cursor }: PageStep): { page: string; cursor: string } => ({
  page: String(page),
  cursor: cursor ?? '',
});

/**
 * The URL's parameters with changes; an empty one goes, and a list begins at its first page unless they name one. Made from the
 * address as it is: what the router gave at the last rendering may lack a change that was made since.
 */
export function changedSearch(
  changes: Readonly<Record<string, string | undefined>>,
  address: string = window.location.search,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of ['page', 'cursor']) next.delete(name);
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  return next;
}

interface Around {
  total: number;
  next: string | null;
  previous: string | null;
}
/** The previous and next page: by number as far as pages have one. */
export function stepsOf({ page }: PageStep, { total, next, previous }: Around, perPage: number) {
  const numbered = pagesOf(total, perPage);
  const to = (target: number, cursor: string | null): PageStep | null => {
    if (target >= 1 && target <= numbered) return { page: target };
    return cursor !== null && target > numbered ? { page: target, cursor } : null;
  };
  return { numbered, isCounted: total <= MOST, next: to(page + 1, next), previous: to(page - 1, previous) };
}

/** The same where nobody counts: from page to page by cursor; the first is asked for by number, so that it begins with what is newest now. */
export function stepsByCursor(
  { page }: PageStep,
  { next, previous }: Omit<Around, 'total'>,
): { next: PageStep | null; previous: PageStep | null } {
  const back = page === 2 || previous === null ? { page: 1 } : { page: page - 1, cursor: previous };
  return { next: next === null ? null : { page: page + 1, cursor: next }, previous: page === 1 ? null : back };
}
