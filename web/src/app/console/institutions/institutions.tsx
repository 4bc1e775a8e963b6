import { institutions as institutionContract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { choiceName } from '../../../features/institutions/choice-name.ts';
import {
  InviteAgainStep,
  OpenPasswordsStep,
  PriceStep,
  UpgradeStep,
} from '../../../features/institutions/institution-steps.tsx';
import { call } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { moneyText } from '../../../lib/money.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** Columns that move below the institution's name on narrow screens. */
const WIDE = 'max-lg:hidden';
const headingsOf = ({ columns }: WorkTexts['console']['institutions']) =>
  [
    columns.institution,
    [columns.country, WIDE],
    [columns.users, `text-end ${WIDE}`],
    columns.plan,
    [columns.trialScans, `text-end ${WIDE}`],
    [columns.meteredScans, `text-end ${WIDE}`],
    [columns.trialEnds, WIDE],
    [columns.price, `text-end ${WIDE}`],
    columns.action,
  ] as const;

/** Today's price of a scan (UTC). */
function priceText({ plan, prices }: institutionContract.Institution, asAgreed: string): string {
  if (plan === 'trial') return '–';
  const today = new Date().toISOString().slice(0, 10);
  const price = prices.find(({ validFrom }) => validFrom <= today);
  return price ? moneyText(price.unitPriceMinor, price.currency) : asAgreed;
}

export default function Institutions() {
  const { console: room, institutions: shared } = useWorkTexts();
  const texts = room.institutions;
  const { choices } = shared.trialRegistration;
  const language = activeLanguage();
  const institutions = useQuery({
    queryKey: keyOf(institutionContract.listInstitutions),
    queryFn: () => call(institutionContract.listInstitutions),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title} />
      <Loaded query={institutions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Building2} title={texts.noneTitle} description={texts.none} />
          ) : (
            <Table caption={texts.caption}>
              <TableHead headings={headingsOf(texts)} />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <Cell>
                      <span className="font-semibold">{row.name}</span>{' '}
                      {row.isSample && <Badge tone="grey">{texts.sample}</Badge>}
                      <div className="text-grey-4 lg:hidden">
                        <p>
                          {texts.countryAndUsers({ country: choiceName(row.country, choices), users: row.userCount })}
                        </p>
                        <p>{texts.scans({ trial: row.usedScans, metered: row.meteredScans })}</p>
                        {row.expiresAt && <p>{texts.trialEnds({ day: formatDate(row.expiresAt, language) })}</p>}
                        {row.plan !== 'trial' && <p>{texts.scanCosts({ price: priceText(row, texts.asAgreed) })}</p>}
                      </div>
                    </Cell>
                    <Cell className={WIDE}>{choiceName(row.country, choices)}</Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.userCount}</Cell>
                    <Cell>
                      {texts.plans[row.plan === 'trial' ? (row.activatedAt ? 'trial' : 'invited') : 'payPerScan']}
                    </Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.usedScans}</Cell>
                    <Cell className={`text-end ${WIDE}`}>{row.meteredScans}</Cell>
                    <Cell className={`whitespace-nowrap ${WIDE}`}>
                      {row.expiresAt ? formatDate(row.expiresAt, language) : '–'}
                    </Cell>
                    <Cell className={`text-end whitespace-nowrap ${WIDE}`}>{priceText(row, texts.asAgreed)}</Cell>
                    <Cell>
                      <div className="flex flex-wrap gap-2">
                        {row.activatedAt === null && <InviteAgainStep institution={row} />}
                        {row.arePasswordsOff && <OpenPasswordsStep institution={row} />}
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
