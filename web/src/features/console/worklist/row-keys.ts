import { type RefObject, useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable], dialog') !== null;

/** J and K move between the links of the rows, as in mail programs; Enter opens a link. */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const by = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (!by || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      const next = links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
  return body;
}
