import { operations } from '@duai/contract';
import { useSearchParams } from 'react-router';
import { changedSearch, pageIn } from '../../../lib/counted.ts';

const NAMES = ['who', 'what', 'whom', 'outcome', 'from', 'to'] as const;
export type AuditFilterValues = Record<(typeof NAMES)[number], string>;
export type AuditChange = Partial<AuditFilterValues & { page: string; cursor: string }>;

/** Filter and page of the audit trail, kept in the URL. A changed filter starts at the first page. */
export function useAuditSearch() {
  const [search, setSearch] = useSearchParams();
  const filter = Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as AuditFilterValues;
  return {
    filter,
    page: pageIn(search, operations.AUDIT_PER_PAGE),
    isFiltered: NAMES.some((name) => filter[name] !== ''),
    set: (change: AuditChange) => setSearch(changedSearch(change)),
    clear: () => setSearch({}),
  };
}
