import { claims } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { CLAIMS, type Claim } from '../../content/claims.ts';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const KEY = claims.listClaims.path;

/** Figures that the public pages claim: an operator withdraws one, or gives it a last day. */
export default function Claims() {
  const decisions = useQuery({ queryKey: [KEY], queryFn: () => call(claims.listClaims), staleTime: 0 });
  const decide = useChange(
    KEY,
    ({ name, isWithdrawn, lastDay }: claims.ClaimDecision) =>
      call(claims.decideClaim, { params: { name }, body: { isWithdrawn, lastDay } }),
    'Saved. The public pages follow within seconds.',
  );
  return (
    <>
      <PageHead title="Claims" />
      <p className="mb-4 max-w-3xl text-sm text-grey-4">
        Figures on the public pages that nobody measured here, or that a document states. A withdrawn claim disappears
        from every page; one with a last day disappears after that day (UTC).
      </p>
      <Loaded query={decisions}>
        {(rows) => (
          <Table caption="Claims of the public pages">
            <TableHead headings={['Claim', ['Source', 'max-lg:hidden'], ['State', 'max-sm:hidden'], 'Last day']} />
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
  const { value, wording, source }: Claim = CLAIMS[decision.name];
  const title = `${value} ${wording}`;
  const state = stateOf(decision);
  return (
    <tr>
      <Cell className="min-w-36">
        <span className="font-semibold">{title}</span>
        <span className="block text-grey-4 lg:hidden">{sourceText(source)}</span>
        <span className="mt-1 block sm:hidden">
          <Badge tone={state.tone}>{state.text}</Badge>
        </span>
        {decision.changedAt && (
          <span className="block text-xs text-grey-4">Changed {formatDateTime(decision.changedAt, 'en')}</span>
        )}
      </Cell>
      <Cell className="max-lg:hidden">{sourceText(source)}</Cell>
      <Cell className="max-sm:hidden">
        <Badge tone={state.tone}>{state.text}</Badge>
      </Cell>
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
              aria-label={`Last day of ${title}`}
              defaultValue={decision.lastDay ?? ''}
              className="w-38"
            />
            <Button
              type="submit"
              variant="secondary"
              size="small"
              isPending={isPending}
              aria-label={`Save the last day of ${title}`}
            >
              Save
            </Button>
          </form>
          {decision.isWithdrawn ? (
            <ConfirmButton
              label="Show again"
              accessibleLabel={`Show ${title} again`}
              title={`Show “${title}” again?`}
              consequence="Every public page shows the claim again, with where it comes from."
              isPending={isPending}
              onConfirm={() => onDecide({ ...decision, isWithdrawn: false })}
            />
          ) : (
            <ConfirmButton
              label="Withdraw"
              accessibleLabel={`Withdraw ${title}`}
              title={`Withdraw “${title}”?`}
              consequence="The claim disappears from every public page."
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

const sourceText = (source: Claim['source']): string =>
  source.kind === 'stated' ? 'Stated, not measured here' : `Document: ${source.title}`;

function stateOf({ isWithdrawn, lastDay }: claims.ClaimDecision): { tone: 'red' | 'yellow' | 'green'; text: string } {
  if (isWithdrawn) return { tone: 'red', text: 'Withdrawn' };
  if (lastDay && lastDay < new Date().toISOString().slice(0, 10)) return { tone: 'yellow', text: 'Past its last day' };
  return { tone: 'green', text: 'Shown' };
}
