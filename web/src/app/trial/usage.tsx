import { billing, type institutions } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { expiryText, useTrialUsage } from '../../features/scans/scan-queries.ts';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { moneyText } from '../../lib/money.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { SaveButtons } from '../../ui/forms/save-buttons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** Usage by month, and the upgrade after the trial. */
export default function TrialUsagePage() {
  const texts = useWorkTexts().portal.usage;
  const usage = useTrialUsage();
  const statements = useQuery({
    queryKey: keyOf(billing.listStatements),
    queryFn: ({ signal }) => call(billing.listStatements, { signal }),
  });
  const prices = useQuery({
    queryKey: keyOf(billing.listPrices),
    queryFn: ({ signal }) => call(billing.listPrices, { signal }),
  });
  return (
    <>
      <WorkbenchHead title={texts.usage} />
      <p className="-mt-3 max-w-2xl text-grey-4">{texts.aScanIsOneStudy}</p>
      {usage.data && <Plan usage={usage.data} prices={prices.data ?? []} />}
      <Loaded query={statements}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Receipt} title={texts.nothingCountedYet} description={texts.aStatementOfEveryMonth} />
          ) : (
            <Statements rows={rows} />
          )
        }
      </Loaded>
    </>
  );
}

function Plan({
  usage,
  prices,
}: {
  readonly usage: institutions.TrialUsage;
  readonly prices: readonly billing.Price[];
}) {
  const texts = useWorkTexts().portal.usage;
  const { trialPeriod } = useWorkTexts().scans;
  if (usage.plan === 'pay-per-scan') {
    return (
      <Banner tone="success" title={texts.payPerScan}>
        <p>{texts.yourInstitutionPaysPerScan({ usedScans: usage.usedScans, meteredScans: usage.meteredScans })}</p>
        {prices.length === 0 && <p>{texts.thePriceIsTheOne}</p>}
        {prices.length > 0 && (
          <ul>
            {prices.map((price) => (
              <li key={price.validFrom}>
                {texts.priceFrom({ day: price.validFrom })}{' '}
                <strong>{moneyText(price.unitPriceMinor, price.currency)}</strong>. {price.taxNote}.
              </li>
            ))}
          </ul>
        )}
      </Banner>
    );
  }
  const isOver = usage.remainingDays === 0 || usage.usedScans >= usage.totalScans;
  return (
    <Card className="grid gap-5 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        <h2 className="text-lg font-semibold">{isOver ? texts.theTrialIsOver : texts.yourTrial}</h2>
        <p>
          {texts.ofScansLeft({
            usedScans: usage.usedScans,
            totalScans: usage.totalScans,
            remainingDays: trialPeriod.days({ count: usage.remainingDays }),
            usage: expiryText(usage, trialPeriod),
          })}
        </p>
        <p className="text-grey-4">{texts.yourResultsDossiersAndData}</p>
      </div>
      <UpgradeForm />
    </Card>
  );
}

function UpgradeForm() {
  const texts = useWorkTexts().portal.usage;
  const [message, setMessage] = useState('');
  const ask = useTrialChange(() => call(billing.requestUpgrade, { body: { message } }));
  if (ask.data) return <Banner tone="success">{ask.data.message}</Banner>;
  return (
    <Form className="grid justify-items-start gap-3" onSubmit={() => ask.mutate(undefined)}>
      <Field label={texts.messageToDuai} help={texts.whenHowManyStudiesA} isOptional className="w-full">
        <Textarea rows={3} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Button type="submit" isPending={ask.isPending}>
        {texts.askForPayPerScan}
      </Button>
    </Form>
  );
}

const FORMS = [
  ['CSV', billing.getStatementCsv, 'csv'],
  ['PDF', billing.getStatementPdf, 'pdf'],
] as const;

/** The price of a month: a sum for each currency, and the scans whose price is by agreement. */
function amountText({ lines, sums }: billing.Statement, asAgreed: string): string {
  const isAgreed = lines.some(({ price }) => price === null);
  const parts = [...sums.map((sum) => moneyText(sum.sumMinor, sum.currency)), ...(isAgreed ? [asAgreed] : [])];
  return parts.length === 0 ? '–' : parts.join(' + ');
}

function Statements({ rows }: { readonly rows: readonly billing.Statement[] }) {
  const texts = useWorkTexts().portal.usage;
  return (
    <Table caption={texts.usageByMonthDaysIn}>
      <thead>
        <tr>
          <HeaderCell>{texts.month}</HeaderCell>
          <HeaderCell className="text-end max-sm:hidden">{texts.onTheTrial}</HeaderCell>
          <HeaderCell className="text-end max-sm:hidden">{texts.payPerScan}</HeaderCell>
          <HeaderCell className="text-end">{texts.amount}</HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">{texts.notCharged}</HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">{texts.running}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.statement}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.month}>
            <Cell>
              {row.month}
              <span className="block text-grey-4 sm:hidden">
                {texts.onTheTrialPaidPer({ trialScans: row.trialScans, meteredScans: row.meteredScans })}
              </span>
              <span className="block text-grey-4 lg:hidden">
                {texts.notChargedRunning({ releasedScans: row.releasedScans, openScans: row.openScans })}
              </span>
              <div className="mt-2 lg:hidden">
                <SaveStatement month={row.month} />
              </div>
            </Cell>
            <Cell className="text-end max-sm:hidden">{row.trialScans}</Cell>
            <Cell className="text-end max-sm:hidden">{row.meteredScans}</Cell>
            <Cell className="text-end whitespace-nowrap">{amountText(row, texts.asAgreed)}</Cell>
            <Cell className="text-end max-lg:hidden">{row.releasedScans}</Cell>
            <Cell className="text-end max-lg:hidden">{row.openScans}</Cell>
            <Cell className="max-lg:hidden">
              <SaveStatement month={row.month} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** In its own column, or below the month if the table is too wide for the screen. */
function SaveStatement({ month }: { readonly month: string }) {
  const texts = useWorkTexts().portal.usage;
  return (
    <SaveButtons
      labelOf={(form) => texts.saveTheStatementOfAs({ month, form })}
      forms={FORMS.map(([name, endpoint, extension]) => ({
        name,
        save: () => saveFile(endpoint, { month }, `duai-usage-${month}.${extension}`),
      }))}
    />
  );
}
