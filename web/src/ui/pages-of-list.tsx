import type { Endpoint } from '@duai/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PageStep, queryOf } from '../lib/counted.ts';
import { keyOf } from '../lib/query-keys.ts';
import { Loaded } from './loaded.tsx';
import { CursorPages } from './pagination.tsx';

interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly previous: string | null;
}
/** A list that the server gives in pages. */
export interface PagedList<Row> {
  readonly endpoint: Endpoint;
  readonly load: (asked: { query: ReturnType<typeof queryOf>; signal: AbortSignal }) => Promise<ListPage<Row>>;
}

/** One page of it and the way to the others. */
export function PagesOfList<Row>({
  list: { endpoint, load },
  renewMs,
  children,
}: {
  readonly list: PagedList<Row>;
  /** For a list that people watch: it is renewed so often, and says when that fails. */
  readonly renewMs?: number;
  /** Draws the rows, with the way to the other pages where it belongs. */
  readonly children: (rows: readonly Row[], pages: React.ReactNode) => React.ReactNode;
}) {
  const [at, setAt] = useState<PageStep>({ page: 1 });
  const query = useQuery({
    queryKey: keyOf(endpoint, { query: queryOf(at) }),
    queryFn: ({ signal }) => load({ query: queryOf(at), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: renewMs ?? false,
  });
  return (
    <Loaded query={query} tellsAge={renewMs !== undefined}>
      {(found) => children(found.rows, <CursorPages at={at} found={found} onChange={setAt} />)}
    </Loaded>
  );
}
