import { installedAlgorithms } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** On which stored studies of an institution a version would run, and why not on the others. */
export function VersionDryRun({
  version: { id, version },
  institutionId,
}: {
  readonly version: Pick<installedAlgorithms.InstalledVersion, 'id' | 'version'>;
  readonly institutionId: string;
}) {
  const texts = useWorkTexts().console.algorithms.dryRun;
  const params = { algorithmId: id, version };
  const query = { institutionId };
  const run = useQuery({
    queryKey: keyOf(installedAlgorithms.dryRunVersion, { params, query }),
    queryFn: ({ signal }) => call(installedAlgorithms.dryRunVersion, { params, query, signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={run}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-grey-4">{texts.none}</p>
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <p>{texts.counted({ count: rows.filter(({ wouldRun }) => wouldRun).length, of: rows.length })}</p>
            <Table caption={texts.title} className="max-h-[55dvh]">
              <TableHead headings={[texts.received, texts.series, texts.decision]} />
              <tbody>
                {rows.map(({ scanId, seriesId, uploadDate, series, wouldRun, reason }) => (
                  <tr key={seriesId}>
                    <Cell>
                      {formatDateTime(uploadDate, activeLanguage())}
                      <span className="block font-mono text-xs text-grey-4">{scanId.slice(0, 8)}</span>
                    </Cell>
                    <Cell>{series || '–'}</Cell>
                    <Cell>
                      <Badge tone={wouldRun ? 'green' : 'grey'}>{wouldRun ? texts.runs : texts.runsNot}</Badge>
                      {reason && <span className="block text-grey-4">{reason}</span>}
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
