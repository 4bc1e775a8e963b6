import { type RefObject, useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable], dialog') !== null;

/** The row that has the focus, or had it last, and its number in the list. */
interface Place {
  readonly href: string;
  readonly at: number;
}

/** The number of the row that a key moves to. Where the reader's row has left the list, its neighbours come next. */
export function rowAfter(rows: readonly string[], last: Place | null, by: 1 | -1): number {
  if (!last) return 0;
  const at = rows.indexOf(last.href);
  const next = at === -1 ? last.at + Math.min(by, 0) : at + by;
  return Math.min(rows.length - 1, Math.max(0, next));
}

const linksIn = (body: HTMLElement | null): HTMLAnchorElement[] => [
  ...(body?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? []),
];

/** The row that has the focus now; null where the focus is elsewhere. */
function focusedIn(body: HTMLElement | null): Place | null {
  const links = linksIn(body);
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const link = links[at];
  return link ? { href: link.href, at } : null;
}

/**
 * J and K move between the links of the rows, as in mail programs; Enter opens a link. A row that a colleague takes out of
 * the list takes the focus with it: the next key goes on where it was.
 */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<Place | null>(null);
  // Rows that came or moved have changed its number.
  useEffect(() => {
    last.current = focusedIn(body.current) ?? last.current;
  });
  useEffect(() => {
    // Whoever goes to a filter or a heading begins at the top.
    const follow = () => {
      last.current = focusedIn(body.current);
    };
    const move = (event: KeyboardEvent) => {
      const by = ({ j: 1, k: -1 } as const)[event.key.toLowerCase()];
      if (!by || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links = linksIn(body.current);
      const rows = links.map(({ href }) => href);
      const next = links[rowAfter(rows, last.current, by)];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('keydown', move);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('keydown', move);
    };
  }, []);
  return body;
}
