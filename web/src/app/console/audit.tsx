import { operations } from '@duai/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const PAGE_ROWS = 100;

export default function Audit() {
  const events = useInfiniteQuery({
    queryKey: [operations.listAudit.path],
    queryFn: ({ pageParam }) =>
      call(operations.listAudit, { query: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { before: pageParam }) } }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length === PAGE_ROWS ? page.at(-1)!.sequence : undefined),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title="Audit trail" />
      <Loaded query={events}>
        {(list) => (
          <div className="grid gap-4">
            <Table caption="Who did what, newest first">
              <thead>
                <tr>
                  {['No.', 'When', 'Who', 'What', 'On', 'Outcome', 'From'].map((heading) => (
                    <HeaderCell key={heading} className={heading === 'No.' ? 'text-end' : undefined}>
                      {heading}
                    </HeaderCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((row) => (
                  <tr key={row.sequence}>
                    <Cell className="text-end font-mono">{row.sequence}</Cell>
                    <Cell className="whitespace-nowrap">{formatDateTime(row.at, 'en')}</Cell>
                    <Cell className="whitespace-nowrap">
                      {row.actorRealm} <span className="font-mono text-xs text-grey-4">{row.actorId?.slice(0, 8)}</span>
                    </Cell>
                    <Cell className="font-mono whitespace-nowrap">{row.action}</Cell>
                    <Cell className="whitespace-nowrap">
                      {row.subjectType}{' '}
                      <span className="font-mono text-xs text-grey-4">{row.subjectId?.slice(0, 8)}</span>
                    </Cell>
                    <Cell>
                      <Badge tone={row.outcome === 'ok' ? 'green' : 'red'}>{row.outcome}</Badge>
                    </Cell>
                    <Cell className="font-mono text-xs">{row.address ?? '–'}</Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
            {events.hasNextPage && (
              <Button
                variant="secondary"
                className="justify-self-center"
                isPending={events.isFetchingNextPage}
                onClick={() => void events.fetchNextPage()}
              >
                Show older rows
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
