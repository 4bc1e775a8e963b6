import { billing, type institutions } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { daysText, expiryText, useTrialUsage } from '../../features/scans/scan-queries.ts';
import { call } from '../../lib/api.ts';
import { moneyText } from '../../lib/money.ts';
import { saveFile } from '../../lib/save-file.ts';
import { TRIAL, useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SaveButtons } from '../../ui/save-buttons.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** What was counted, month by month, and the way on after the trial. */
export default function TrialUsagePage() {
  const usage = useTrialUsage();
  const statements = useQuery({
    queryKey: [TRIAL, 'statements'],
    queryFn: ({ signal }) => call(billing.listStatements, { signal }),
  });
  const prices = useQuery({
    queryKey: [TRIAL, 'prices'],
    queryFn: ({ signal }) => call(billing.listPrices, { signal }),
  });
  return (
    <>
      <WorkbenchHead title="Usage" />
      <p className="-mt-3 max-w-2xl text-grey-4">
        A scan is one study, analysed. The same study sent again costs nothing; neither does one that failed or that no
        algorithm could look at.
      </p>
      {usage.data && <Plan usage={usage.data} prices={prices.data ?? []} />}
      <Loaded query={statements}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Receipt}
              title="Nothing counted yet"
              description="A statement of every month stands here, as CSV and PDF, from the first scan on."
            />
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
  if (usage.plan === 'pay-per-scan') {
    return (
      <Banner tone="success" title="Pay per scan">
        <p>
          Your institution pays per scan. Scans of the trial: {usage.usedScans}; since then: {usage.meteredScans}.
        </p>
        {prices.length === 0 && <p>The price is the one of your agreement with DUAI.</p>}
        {prices.length > 0 && (
          <ul>
            {prices.map((price) => (
              <li key={price.validFrom}>
                From {price.validFrom} (UTC) a scan costs{' '}
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
        <h2 className="text-lg font-semibold">{isOver ? 'The trial is over' : 'Your trial'}</h2>
        <p>
          {usage.usedScans} of {usage.totalScans} scans, {daysText(usage.remainingDays)} left ({expiryText(usage)}
          ).
        </p>
        <p className="text-grey-4">
          Your results, dossiers and data stay. To have further studies analysed, go on with pay per scan.
        </p>
      </div>
      <UpgradeForm />
    </Card>
  );
}

function UpgradeForm() {
  const [message, setMessage] = useState('');
  const ask = useTrialChange(() => call(billing.requestUpgrade, { body: { message } }));
  if (ask.data) return <Banner tone="success">{ask.data.message}</Banner>;
  return (
    <Form className="grid justify-items-start gap-3" onSubmit={() => ask.mutate(undefined)}>
      <Field label="Message to DUAI" help="When, how many studies a month, what you need" isOptional className="w-full">
        <Textarea rows={3} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Button type="submit" isPending={ask.isPending}>
        Ask for pay per scan
      </Button>
    </Form>
  );
}

const FORMS = [
  ['CSV', billing.getStatementCsv, 'csv'],
  ['PDF', billing.getStatementPdf, 'pdf'],
] as const;

/** What a month costs: a sum for each currency, and what has its price in the agreement. */
function amountText({ lines, sums }: billing.Statement): string {
  const isAgreed = lines.some(({ price }) => price === null);
  const parts = [...sums.map((sum) => moneyText(sum.sumMinor, sum.currency)), ...(isAgreed ? ['as agreed'] : [])];
  return parts.length === 0 ? '–' : parts.join(' + ');
}

function Statements({ rows }: { readonly rows: readonly billing.Statement[] }) {
  return (
    <Table caption="Usage by month (days in UTC)">
      <thead>
        <tr>
          <HeaderCell>Month</HeaderCell>
          <HeaderCell className="text-end max-sm:hidden">On the trial</HeaderCell>
          <HeaderCell className="text-end max-sm:hidden">Pay per scan</HeaderCell>
          <HeaderCell className="text-end">Amount</HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">Not charged</HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">Running</HeaderCell>
          <HeaderCell className="max-lg:hidden">Statement</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.month}>
            <Cell>
              {row.month}
              <span className="block text-grey-4 sm:hidden">
                {row.trialScans} on the trial, {row.meteredScans} paid per scan
              </span>
              <span className="block text-grey-4 lg:hidden">
                {row.releasedScans} not charged, {row.openScans} running
              </span>
              <div className="mt-2 lg:hidden">
                <SaveStatement month={row.month} />
              </div>
            </Cell>
            <Cell className="text-end max-sm:hidden">{row.trialScans}</Cell>
            <Cell className="text-end max-sm:hidden">{row.meteredScans}</Cell>
            <Cell className="text-end whitespace-nowrap">{amountText(row)}</Cell>
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

/** In a column of its own, or below the month where the table is too wide for the screen. */
function SaveStatement({ month }: { readonly month: string }) {
  return (
    <SaveButtons
      labelOf={(form) => `Save the statement of ${month} as ${form}`}
      forms={FORMS.map(([name, endpoint, extension]) => ({
        name,
        save: () => saveFile(endpoint, { month }, `duai-usage-${month}.${extension}`),
      }))}
    />
  );
}
