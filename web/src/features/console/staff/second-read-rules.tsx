import { type preliminaryReads, secondReads } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** The percentage of cases that a second, blinded reader reads. */
export function SecondReadRate({
  rules,
  isPending,
  onChange,
}: {
  readonly rules: preliminaryReads.ReadingRules;
  readonly isPending: boolean;
  readonly onChange: (change: { secondReadPercent: number }) => void;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const [typed, setTyped] = useState(String(rules.secondReadPercent));
  const percent = /^\d{1,3}$/.test(typed) && Number(typed) <= 100 ? Number(typed) : null;
  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (percent !== null) onChange({ secondReadPercent: percent });
      }}
    >
      <Field label={texts.percent} help={texts.percentHelp}>
        <span className="flex items-center gap-2">
          <Input
            type="number"
            min={0}
            max={100}
            className="max-w-24"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {texts.percentUnit}
        </span>
      </Field>
      <Button
        type="submit"
        size="small"
        variant="secondary"
        disabled={percent === null || percent === rules.secondReadPercent}
        isPending={isPending}
      >
        {texts.savePercent}
      </Button>
    </form>
  );
}

const decisionsOf = ({ decidedFirst, decidedSecond, decidedBoth }: secondReads.AgreementFigures): string =>
  `${decidedFirst} / ${decidedSecond} / ${decidedBoth}`;

/** How often second readers agreed with the first, by the reason for the second read. */
export function AgreementTable() {
  const texts = useWorkTexts().reporting.secondRead;
  const language = useShownLanguage();
  const { columns } = texts;
  const figures = useQuery({
    queryKey: keyOf(secondReads.getAgreementFigures),
    queryFn: () => call(secondReads.getAgreementFigures),
    staleTime: 0,
  });
  const percent = (share: number) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  if (!figures.data) return null;
  return (
    <section aria-labelledby="agreement" className="grid gap-2">
      <h3 id="agreement" className="font-semibold">
        {texts.figures}
      </h3>
      {figures.data[0]?.compared ? (
        <Table caption={texts.figures}>
          <TableHead
            headings={[
              columns.reason,
              [columns.compared, 'text-end max-lg:hidden'],
              [columns.concordant, 'text-end max-lg:hidden'],
              [columns.minor, 'text-end max-lg:hidden'],
              [columns.major, 'text-end max-lg:hidden'],
              [columns.share, 'max-lg:whitespace-normal'],
              [columns.decisions, 'max-lg:hidden'],
            ]}
          />
          <tbody>
            {figures.data.map((row) => (
              <tr key={row.reason ?? 'sum'}>
                <Cell>
                  <span className="block first-letter:uppercase">
                    {row.reason ? texts.reason[row.reason] : texts.sum}
                  </span>
                  {/* What has no column of its own on a narrow screen. */}
                  <span className="block text-grey-4 lg:hidden">
                    {columns.compared} {row.compared} · {columns.concordant} {row.concordant} · {columns.minor}{' '}
                    {row.minorDifference} · {columns.major} {row.majorDifference}
                  </span>
                  <span className="block text-grey-4 lg:hidden">
                    {columns.decisions}: {decisionsOf(row)}
                  </span>
                </Cell>
                <Cell className="text-end max-lg:hidden">{row.compared}</Cell>
                <Cell className="text-end max-lg:hidden">{row.concordant}</Cell>
                <Cell className="text-end max-lg:hidden">{row.minorDifference}</Cell>
                <Cell className="text-end max-lg:hidden">{row.majorDifference}</Cell>
                <Cell>
                  {row.share
                    ? `${percent(row.share.value)} (${percent(row.share.from)}–${percent(row.share.to)})`
                    : '–'}
                </Cell>
                <Cell className="max-lg:hidden">{decisionsOf(row)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p className="text-grey-4">{texts.figuresNone}</p>
      )}
    </section>
  );
}
