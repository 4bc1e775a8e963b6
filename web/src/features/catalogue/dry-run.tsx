import { catalogue } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { studyName } from '../../lib/study-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

type Row = catalogue.DryRun[number];

/**
 * A dry run of the routing rules on recent studies: which would go to which model and why not, counted for each model, then
 * by series.
 */
export function DryRun() {
  const texts = useWorkTexts().catalogue.dryRun;
  const { names } = useWorkTexts();
  const run = useQuery({
    queryKey: keyOf(catalogue.dryRunRouting),
    queryFn: ({ signal }) => call(catalogue.dryRunRouting, { signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={run}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-grey-4">{texts.thereAreNoStudiesWith}</p>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <ul aria-label={texts.seriesForEachModel} className="flex flex-wrap gap-x-6 gap-y-1">
              {countsOf(rows).map(([algorithmId, count]) => (
                <li key={algorithmId}>
                  <span className="font-mono text-sm">{algorithmId}</span>:{' '}
                  <strong className="font-semibold tabular-nums">{count}</strong>{' '}
                  {texts.ofSeries({ count: rows.length })}
                </li>
              ))}
            </ul>
            <Table caption={texts.dryRun} className="max-h-[55dvh]">
              <thead>
                <tr>
                  <HeaderCell>{texts.study}</HeaderCell>
                  <HeaderCell className="max-sm:hidden">{texts.series2}</HeaderCell>
                  <HeaderCell className="max-sm:hidden">{texts.models}</HeaderCell>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.seriesId}>
                    <Cell>
                      <Link className={linkClasses} to={`/duaicheck-trial/dashboard/studies/${row.scanId}`}>
                        {studyName(row, names)}
                      </Link>
                      {row.patientId && <span className="block text-grey-4">{row.patientId}</span>}
                      <div className="mt-1 grid gap-1 sm:hidden">
                        {row.series && <p>{row.series}</p>}
                        <Decisions row={row} />
                      </div>
                    </Cell>
                    <Cell className="max-sm:hidden">{row.series || '–'}</Cell>
                    <Cell className="max-sm:hidden">
                      <Decisions row={row} />
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        )
      }
    </Loaded>
  );
}

const countsOf = (rows: readonly Row[]): [algorithmId: string, count: number][] =>
  (rows[0]?.decisions ?? []).map(({ algorithmId }) => [
    algorithmId,
    rows.filter((row) => row.decisions.some((one) => one.algorithmId === algorithmId && one.wouldRun)).length,
  ]);

/** In their own column, or below the study if the table is too wide for the screen. */
function Decisions({ row }: { readonly row: Row }) {
  const texts = useWorkTexts().catalogue.dryRun;
  return (
    <ul className="grid gap-1">
      {row.decisions.map(({ algorithmId, wouldRun, reason }) => (
        <li key={algorithmId} className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={wouldRun ? 'green' : 'grey'}>{wouldRun ? texts.wouldRun : texts.wouldNotRun}</Badge>
          <span className="font-mono">{algorithmId}</span>
          {reason && <span className="text-grey-4">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
