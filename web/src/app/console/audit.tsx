import { operations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { AuditReceivers } from '../../features/audit-receivers/audit-receivers.tsx';
import { AuditFilter } from '../../features/console/audit/audit-filter.tsx';
import { useAuditSearch } from '../../features/console/audit/audit-search.ts';
import { AuditTable } from '../../features/console/audit/audit-table.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { countedIn, queryOf, searchOf } from '../../lib/counted.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SaveButtons } from '../../ui/forms/save-buttons.tsx';
import { ListPages } from '../../ui/pagination.tsx';

/** The audit trail. Filter and page are in the URL, so that they can be bookmarked and shared. */
export default function Audit() {
  const texts = useWorkTexts().console.audit;
  const { filter, page, isFiltered, set, clear } = useAuditSearch();
  const events = useQuery({
    queryKey: keyOf(operations.listAudit, { query: { ...filter, ...queryOf(page) } }),
    queryFn: ({ signal }) => call(operations.listAudit, { query: { ...filter, ...queryOf(page) }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title}>
        <SaveButtons
          labelOf={(form) => (isFiltered ? texts.saveFound : texts.saveAll)({ form })}
          forms={[{ name: 'CSV', save: () => saveFile(operations.exportAudit, {}, 'duai-audit.csv', filter) }]}
        />
      </PageHead>
      <AuditFilter filter={filter} actions={events.data?.actions ?? []} onChange={set} />
      <Loaded query={events}>
        {({ rows, ...found }) => (
          <div className="grid gap-4">
            <p role="status" className="-mb-1 text-sm text-grey-4 tabular-nums">
              {countedIn(found.total, { counted: texts.entries, more: texts.moreEntries })}
            </p>
            {rows.length === 0 ? (
              <EmptyState
                icon={FileSearch}
                title={texts.noneTitle}
                description={texts.none}
                action={
                  <Button variant="secondary" onClick={clear}>
                    {texts.clear}
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
      <div className="mt-6">
        <AuditReceivers owner="operator" />
      </div>
    </>
  );
}
