import { useSearchParams } from 'react-router';

const NAMES = ['who', 'what', 'whom', 'outcome', 'from', 'to'] as const;
export type AuditFilterValues = Record<(typeof NAMES)[number], string>;
export type AuditChange = Partial<AuditFilterValues & { page: string }>;

/** Filter and page of the audit trail as they stand in the address. A changed filter begins at the first page. */
export function useAuditSearch() {
  const [search, setSearch] = useSearchParams();
  const filter = Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as AuditFilterValues;
  return {
    filter,
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    isFiltered: NAMES.some((name) => filter[name] !== ''),
    set: (change: AuditChange) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, text] of Object.entries(change)) {
          if (text) next.set(name, text);
          else next.delete(name);
        }
        return next;
      }),
    clear: () => setSearch({}),
  };
}
