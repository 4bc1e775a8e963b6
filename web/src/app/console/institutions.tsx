import { institutions as institutionContract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { InviteAgainStep, PriceStep, UpgradeStep } from '../../features/institutions/institution-steps.tsx';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/formatting.ts';
import { moneyText } from '../../lib/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const KEY = institutionContract.listInstitutions.path;
/** Where the table is too wide for the screen, these stand below the institution. */
const WIDE = 'max-lg:hidden';
const HEADINGS = [
  'Institution',
  ['Country', WIDE],
  ['Users', `text-end ${WIDE}`],
  'Plan',
  ['Trial scans', `text-end ${WIDE}`],
  ['Metered scans', `text-end ${WIDE}`],
  ['Trial ends', WIDE],
  ['Price of a scan', `text-end ${WIDE}`],
  'Action',
] as const;

/** What a scan costs today (UTC). */
function priceText({ plan, prices }: institutionContract.Institution): string {
  if (plan === 'trial') return '–';
  const today = new Date().toISOString().slice(0, 10);
  const price = prices.find(({ validFrom }) => validFrom <= today);
  return price ? moneyText(price.unitPriceMinor, price.currency) : 'as agreed';
}

export default function Institutions() {
  const institutions = useQuery({
    queryKey: [KEY],
    queryFn: () => call(institutionContract.listInstitutions),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title="Institutions" />
      <Loaded query={institutions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Building2}
              title="No institutions"
              description="Approve an application to create an institution."
            />
          ) : (
            <Table caption="Institutions and their use">
              <TableHead headings={HEADINGS} />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <Cell>
                      <span className="font-semibold">{row.name}</span>{' '}
                      {row.isSample && <Badge tone="grey">Sample</Badge>}
                      <div className="text-grey-4 lg:hidden">
                        <p>
                          {row.country}, {row.userCount} {row.userCount === 1 ? 'user' : 'users'}
                        </p>
                        <p>
                          Scans: {row.usedScans} on the trial, {row.meteredScans} metered
                        </p>
                        {row.expiresAt && <p>Trial ends {formatDate(row.expiresAt, 'en')}</p>}
                        {row.plan !== 'trial' && <p>A scan costs {priceText(row)}</p>}
                      </div>
                    </Cell>
                    <Cell className={WIDE}>{row.country}</Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.userCount}</Cell>
                    <Cell>{row.plan === 'trial' ? (row.activatedAt ? 'Trial' : 'Invited') : 'Pay per scan'}</Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.usedScans}</Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.meteredScans}</Cell>
                    <Cell className={`whitespace-nowrap ${WIDE}`}>
                      {row.expiresAt ? formatDate(row.expiresAt, 'en') : '–'}
                    </Cell>
                    <Cell className={`text-end whitespace-nowrap ${WIDE}`}>{priceText(row)}</Cell>
                    <Cell>
                      <div className="flex flex-wrap gap-2">
                        {row.activatedAt === null && <InviteAgainStep institution={row} />}
                        {row.plan === 'trial' ? <UpgradeStep institution={row} /> : <PriceStep institution={row} />}
                      </div>
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
