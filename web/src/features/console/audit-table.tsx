import type { operations } from '@duai/contract';
import { formatDateTime } from '../../lib/formatting.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import type { AuditChange } from './audit-search.ts';

/** Rows of the trail. Ids and actions are buttons: what was clicked is looked for. */
export function AuditTable({
  rows,
  onFilter,
}: {
  readonly rows: readonly operations.AuditEvent[];
  readonly onFilter: (change: AuditChange) => void;
}) {
  return (
    <Table caption="Who did what, newest first">
      <TableHead
        headings={[
          ['No.', 'text-end max-md:hidden'],
          ['When', 'max-md:hidden'],
          ['Who', 'max-lg:hidden'],
          'What',
          ['On', 'max-lg:hidden'],
          'Outcome',
          ['Address', 'max-lg:hidden'],
        ]}
      />
      <tbody>
        {rows.map((row) => {
          const actor = (
            <>
              {row.actorRealm}{' '}
              <Wanted id={row.actorId} label="Everything done by" onClick={(who) => onFilter({ who })} />
            </>
          );
          const subject = (
            <>
              {row.subjectType}{' '}
              <Wanted id={row.subjectId} label="Everything done to" onClick={(whom) => onFilter({ whom })} />
            </>
          );
          return (
            <tr key={row.sequence} className="[&>td]:align-middle max-lg:[&>td]:align-top">
              <Cell className="text-end font-mono max-md:hidden">{row.sequence}</Cell>
              <Cell className="whitespace-nowrap max-md:hidden">{formatDateTime(row.at, 'en')}</Cell>
              <Cell className="whitespace-nowrap max-lg:hidden">{actor}</Cell>
              <Cell className="lg:whitespace-nowrap max-lg:[overflow-wrap:anywhere]">
                <button
                  type="button"
                  aria-label={`Every ${row.action}`}
                  className="inline-flex min-h-6 items-center rounded text-start font-mono hover:text-signal hover:underline"
                  onClick={() => onFilter({ what: row.action })}
                >
                  {row.action}
                </button>
                {/* What has no column of its own on a narrow screen. */}
                <div className="flex flex-wrap gap-x-3 text-grey-4 lg:hidden">
                  <p className="w-full md:hidden">
                    {formatDateTime(row.at, 'en')}, no. {row.sequence}
                  </p>
                  <p>by {actor}</p>
                  <p>on {subject}</p>
                  {row.address !== null && <p>from {row.address}</p>}
                </div>
              </Cell>
              <Cell className="whitespace-nowrap max-lg:hidden">{subject}</Cell>
              <Cell className="max-lg:w-px">
                <Badge tone={row.outcome === 'ok' ? 'green' : 'red'}>{row.outcome}</Badge>
              </Cell>
              <Cell className="font-mono text-xs max-lg:hidden">{row.address ?? '–'}</Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Wanted({
  id,
  label,
  onClick,
}: {
  readonly id: string | null;
  readonly label: string;
  readonly onClick: (id: string) => void;
}) {
  if (id === null) return null;
  const short = id.slice(0, 8);
  return (
    <button
      type="button"
      title={id}
      aria-label={`${label} ${short}`}
      className="inline-flex min-h-6 items-center rounded font-mono text-xs text-grey-4 hover:text-signal hover:underline"
      onClick={() => onClick(id)}
    >
      {short}
    </button>
  );
}
