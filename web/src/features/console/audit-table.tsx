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
      <TableHead headings={[['No.', 'text-end'], 'When', 'Who', 'What', 'On', 'Outcome', 'Address']} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.sequence} className="[&>td]:align-middle">
            <Cell className="text-end font-mono">{row.sequence}</Cell>
            <Cell className="whitespace-nowrap">{formatDateTime(row.at, 'en')}</Cell>
            <Cell className="whitespace-nowrap">
              {row.actorRealm}{' '}
              <Wanted id={row.actorId} label="Everything done by" onClick={(who) => onFilter({ who })} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <button
                type="button"
                aria-label={`Every ${row.action}`}
                className="inline-flex min-h-6 items-center rounded font-mono hover:text-signal hover:underline"
                onClick={() => onFilter({ what: row.action })}
              >
                {row.action}
              </button>
            </Cell>
            <Cell className="whitespace-nowrap">
              {row.subjectType}{' '}
              <Wanted id={row.subjectId} label="Everything done to" onClick={(whom) => onFilter({ whom })} />
            </Cell>
            <Cell>
              <Badge tone={row.outcome === 'ok' ? 'green' : 'red'}>{row.outcome}</Badge>
            </Cell>
            <Cell className="font-mono text-xs">{row.address ?? '–'}</Cell>
          </tr>
        ))}
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
