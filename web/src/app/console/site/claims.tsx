import { claims } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { CLAIMS, type Claim } from '../../../content/claims.ts';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** The figures that public pages claim. An operator can withdraw one or set its last day. */
export default function Claims() {
  const texts = useWorkTexts().console.claims;
  const { columns } = texts;
  const decisions = useQuery({
    queryKey: keyOf(claims.listClaims),
    queryFn: () => call(claims.listClaims),
    staleTime: 0,
  });
  const decide = useChange(
    claims.listClaims,
    ({ name, isWithdrawn, lastDay }: claims.ClaimDecision) =>
      call(claims.decideClaim, { params: { name }, body: { isWithdrawn, lastDay } }),
    texts.saved,
  );
  return (
    <>
      <PageHead title={texts.title} />
      <p className="mb-4 max-w-3xl text-sm text-grey-4">{texts.text}</p>
      <Loaded query={decisions}>
        {(rows) => (
          <Table caption={texts.caption}>
            <TableHead
              headings={[
                columns.claim,
                [columns.source, 'max-lg:hidden'],
                [columns.state, 'max-sm:hidden'],
                columns.lastDay,
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <ClaimRow
                  key={row.name}
                  decision={row}
                  isPending={decide.isPending && decide.variables.name === row.name}
                  onDecide={decide.mutate}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
    </>
  );
}

function ClaimRow({
  decision,
  isPending,
  onDecide,
}: {
  readonly decision: claims.ClaimDecision;
  readonly isPending: boolean;
  readonly onDecide: (decision: claims.ClaimDecision) => void;
}) {
  const { console: room, names } = useWorkTexts();
  const texts = room.claims;
  const { value, wording, source }: Claim = CLAIMS[decision.name];
  const claim = `${value} ${wording}`;
  const state = stateOf(decision);
  const stateBadge = <Badge tone={STATE_TONES[state]}>{texts.states[state]}</Badge>;
  return (
    <tr>
      <Cell className="min-w-36">
        <span lang="en" className="font-semibold">
          {claim}
        </span>
        <span className="block text-grey-4 lg:hidden">{sourceText(source, texts)}</span>
        <span className="mt-1 block sm:hidden">{stateBadge}</span>
        {decision.changedAt && (
          <span className="block text-xs text-grey-4">
            {texts.changed({ time: formatDateTime(decision.changedAt, activeLanguage()) })}
          </span>
        )}
      </Cell>
      <Cell className="max-lg:hidden">{sourceText(source, texts)}</Cell>
      <Cell className="max-sm:hidden">{stateBadge}</Cell>
      <Cell className="w-px">
        <div className="flex flex-wrap items-center gap-1.5 sm:flex-nowrap">
          <form
            className="contents"
            onSubmit={(event) => {
              event.preventDefault();
              const lastDay = String(new FormData(event.currentTarget).get('lastDay')) || null;
              onDecide({ ...decision, lastDay });
            }}
          >
            <Input
              key={decision.lastDay}
              type="date"
              name="lastDay"
              aria-label={texts.lastDayOf({ claim })}
              defaultValue={decision.lastDay ?? ''}
              className="w-38"
            />
            <Button
              type="submit"
              variant="secondary"
              size="small"
              isPending={isPending}
              aria-label={texts.saveLastDay({ claim })}
            >
              {names.save}
            </Button>
          </form>
          {decision.isWithdrawn ? (
            <ConfirmButton
              label={texts.show}
              accessibleLabel={texts.showNamed({ claim })}
              title={texts.showTitle({ claim })}
              consequence={texts.showText}
              isPending={isPending}
              onConfirm={() => onDecide({ ...decision, isWithdrawn: false })}
            />
          ) : (
            <ConfirmButton
              label={texts.withdraw}
              accessibleLabel={texts.withdrawNamed({ claim })}
              title={texts.withdrawTitle({ claim })}
              consequence={texts.withdrawText}
              isDestructive
              isPending={isPending}
              onConfirm={() => onDecide({ ...decision, isWithdrawn: true })}
            />
          )}
        </div>
      </Cell>
    </tr>
  );
}

const sourceText = (source: Claim['source'], texts: WorkTexts['console']['claims']): string =>
  source.kind === 'stated' ? texts.stated : texts.document({ title: source.title });

const STATE_TONES = { withdrawn: 'red', past: 'yellow', shown: 'green' } as const;

function stateOf({ isWithdrawn, lastDay }: claims.ClaimDecision): keyof typeof STATE_TONES {
  if (isWithdrawn) return 'withdrawn';
  return lastDay && lastDay < new Date().toISOString().slice(0, 10) ? 'past' : 'shown';
}
