import { operations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { AuditFilter } from '../../features/console/audit-filter.tsx';
import { useAuditSearch } from '../../features/console/audit-search.ts';
import { AuditTable } from '../../features/console/audit-table.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { countedText, queryOf, searchOf } from '../../lib/counted.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPages } from '../../ui/pagination.tsx';
import { SaveButtons } from '../../ui/save-buttons.tsx';

/** Who did what, to whom, when. Filter and page stand in the address: they can be kept and passed on. */
export default function Audit() {
  const { filter, page, isFiltered, set, clear } = useAuditSearch();
  const events = useQuery({
    queryKey: [operations.listAudit.path, filter, page],
    queryFn: ({ signal }) => call(operations.listAudit, { query: { ...filter, ...queryOf(page) }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <>
      <PageHead title="Audit trail">
        <SaveButtons
          labelOf={(form) => `Save ${isFiltered ? 'what was found' : 'the audit trail'} as ${form}`}
          forms={[{ name: 'CSV', save: () => saveFile(operations.exportAudit, {}, 'duai-audit.csv', filter) }]}
        />
      </PageHead>
      <AuditFilter filter={filter} actions={events.data?.actions ?? []} onChange={set} />
      <Loaded query={events}>
        {({ rows, ...found }) => (
          <div className="grid gap-4">
            <p role="status" className="-mb-1 text-sm text-grey-4 tabular-nums">
              {countedText(found.total, 'entry', 'entries')}
            </p>
            {rows.length === 0 ? (
              <EmptyState
                icon={FileSearch}
                title="No entry fits this filter"
                description="Take a condition away to see more."
                action={
                  <Button variant="secondary" onClick={clear}>
                    Clear the filter
                  </Button>
                }
              />
            ) : (
              <AuditTable rows={rows} onFilter={set} />
            )}
            <ListPages
              at={page}
              found={found}
              perPage={operations.AUDIT_PER_PAGE}
              onChange={(step) => set(searchOf(step))}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
