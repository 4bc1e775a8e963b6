import { trial } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { ConfirmButton } from '../../features/console/confirm-button.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { useChange } from '../../features/console/use-change.ts';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/formatting.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const KEY = trial.listInstitutions.path;

export default function Institutions() {
  const institutions = useQuery({ queryKey: [KEY], queryFn: () => call(trial.listInstitutions), staleTime: 0 });
  const upgrade = useChange(
    KEY,
    (institutionId: string) => call(trial.upgradeInstitution, { params: { institutionId } }),
    'Upgraded to pay per scan',
  );
  return (
    <>
      <PageHead title="Institutions" />
      <Loaded query={institutions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Building2} title="No institutions" description="An approved application makes one." />
          ) : (
            <Table caption="Institutions and their use">
              <thead>
                <tr>
                  {['Institution', 'Country', 'Users', 'Plan', 'Trial scans', 'Metered scans', 'Expires', 'Action'].map(
                    (heading) => (
                      <HeaderCell key={heading}>{heading}</HeaderCell>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <Cell className="font-semibold">
                      {row.name} {row.isSample && <Badge tone="grey">Sample</Badge>}
                    </Cell>
                    <Cell>{row.country}</Cell>
                    <Cell className="text-end">{row.userCount}</Cell>
                    <Cell>{row.plan === 'trial' ? (row.activatedAt ? 'Trial' : 'Invited') : 'Pay per scan'}</Cell>
                    <Cell className="text-end">{row.usedScans}</Cell>
                    <Cell className="text-end">{row.meteredScans}</Cell>
                    <Cell className="whitespace-nowrap">{row.expiresAt ? formatDate(row.expiresAt, 'en') : '–'}</Cell>
                    <Cell>
                      {row.plan === 'trial' && (
                        <ConfirmButton
                          label="Upgrade"
                          title={`Upgrade ${row.name}?`}
                          consequence="From now on every scan is metered; the trial's limits no longer hold."
                          isPending={upgrade.isPending}
                          onConfirm={() => upgrade.mutate(row.id)}
                        />
                      )}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </>
  );
}
