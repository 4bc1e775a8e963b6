import { operations } from '@duai/contract';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';
import type { AuditChange } from './audit-search.ts';

/** Rows of the audit trail. Ids and actions are buttons that search for themselves. */
export function AuditTable({
  rows,
  onFilter,
}: {
  readonly rows: readonly operations.NamedAuditEvent[];
  readonly onFilter: (change: AuditChange) => void;
}) {
  const texts = useWorkTexts().console.audit;
  const { columns } = texts;
  const language = activeLanguage();
  return (
    <Table caption={texts.caption}>
      <TableHead
        headings={[
          [columns.no, 'text-end max-md:hidden'],
          [columns.when, 'max-md:hidden'],
          [columns.who, 'max-lg:hidden'],
          columns.what,
          [columns.on, 'max-lg:hidden'],
          columns.outcome,
          [columns.address, 'max-lg:hidden'],
        ]}
      />
      <tbody>
        {rows.map((row) => {
          const actor = (
            <>
              <Code>{row.actorRealm}</Code>{' '}
              <Wanted id={row.actorId} name={row.actorName} label={texts.doneBy} onClick={(who) => onFilter({ who })} />
            </>
          );
          const subject = (
            <>
              <Code>{row.subjectType}</Code>{' '}
              <Wanted
                id={row.subjectId}
                name={row.subjectName}
                label={texts.doneTo}
                onClick={(whom) => onFilter({ whom })}
              />
            </>
          );
          return (
            <tr key={row.sequence} className="[&>td]:align-middle max-lg:[&>td]:align-top">
              <Cell className="text-end font-mono max-md:hidden">{row.sequence}</Cell>
              <Cell className="whitespace-nowrap max-md:hidden">{formatDateTime(row.at, language)}</Cell>
              <Cell className="whitespace-nowrap max-lg:hidden">{actor}</Cell>
              <Cell className="lg:whitespace-nowrap max-lg:[overflow-wrap:anywhere]">
                <button
                  type="button"
                  aria-label={texts.every({ action: row.action })}
                  className="inline-flex min-h-6 items-center rounded text-start font-mono hover:text-signal hover:underline"
                  onClick={() => onFilter({ what: row.action })}
                >
                  {row.action}
                </button>
                {/* Replaces columns that are hidden on narrow screens. */}
                <div className="flex flex-wrap gap-x-3 text-grey-4 lg:hidden">
                  <p className="w-full md:hidden">
                    {texts.at({ time: formatDateTime(row.at, language), sequence: row.sequence })}
                  </p>
                  <p>
                    {texts.by} {actor}
                  </p>
                  <p>
                    {texts.on} {subject}
                  </p>
                  {row.address !== null && <p>{texts.fromAddress({ address: row.address })}</p>}
                </div>
                <Details row={row} />
              </Cell>
              <Cell className="whitespace-nowrap max-lg:hidden">{subject}</Cell>
              <Cell className="max-lg:w-px">
                <Badge tone={row.outcome === 'ok' ? 'green' : 'red'}>{texts.outcomes[row.outcome]}</Badge>
              </Cell>
              <Cell className="font-mono text-xs max-lg:hidden">{row.address ?? '–'}</Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** What was stored beside it: codes and ids, untranslated as those of the other columns. */
function Details({ row: { details, detailNames } }: { readonly row: operations.NamedAuditEvent }) {
  const stored = operations.SHOWN_AUDIT_DETAILS.filter((key) => details[key] !== undefined);
  if (stored.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-3 text-sm whitespace-normal text-grey-4 wrap-anywhere lg:max-w-96">
      {stored.map((key) => (
        <div key={key} className="flex min-w-0 flex-wrap gap-x-1">
          <dt>
            <Code>{key}</Code>:
          </dt>
          <dd className="min-w-0 text-ink">
            {detailNames[key] !== undefined && <bdi>{detailNames[key]} </bdi>}
            {UUID.test(String(details[key])) ? (
              <span className="font-mono text-xs text-grey-4">{details[key]}</span>
            ) : (
              <Code>{details[key]}</Code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Kinds are codes of the audit trail, shown untranslated so that they can be searched for. */
const Code = ({ children }: { readonly children: string | number | undefined }) => (
  <code className="font-sans">{children}</code>
);

function Wanted({
  id,
  name,
  label,
  onClick,
}: {
  readonly id: string | null;
  /** What it is called today. */
  readonly name: string | null;
  readonly label: (p: { id: string }) => string;
  readonly onClick: (id: string) => void;
}) {
  if (id === null) return null;
  const short = id.slice(0, 8);
  return (
    <button
      type="button"
      title={id}
      aria-label={label({ id: name === null ? short : `${name}, ${short}` })}
      className="inline-flex min-h-6 flex-wrap items-center gap-x-1.5 rounded text-start text-grey-4 hover:text-signal hover:underline"
      onClick={() => onClick(id)}
    >
      {name !== null && <bdi className="text-ink">{name}</bdi>}
      <span className="font-mono text-xs">{short}</span>
    </button>
  );
}
