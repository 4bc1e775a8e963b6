import type { pacs } from '@duai/contract';
import { RotateCw } from 'lucide-react';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type PagedList, PagesOfList } from '../../ui/pages-of-list.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { refusalOf } from './refusal-words.ts';

const WIDE = 'max-lg:hidden';
/** A phone tells the time with the result. */
const NARROW = 'max-sm:hidden';
const BY = { 'c-store': 'C-STORE', 'stow-rs': 'STOW-RS' } as const;
const TONES = { waiting: 'yellow', sent: 'blue', failed: 'red', kept: 'green', 'not-kept': 'red' } as const;

interface Again {
  isPending: boolean;
  send: (deliveryId: string) => void;
}

/** Results being sent to archives; users with the right to do so can resend one that failed. */
export function Deliveries({ list, again }: { readonly list: PagedList<pacs.PacsDelivery>; readonly again?: Again }) {
  return (
    <PagesOfList list={list}>{(rows, pages) => <DeliveryRows rows={rows} pages={pages} again={again} />}</PagesOfList>
  );
}

/** In words, and the code that its administrator finds in a log. */
function Outcome({ of }: { readonly of: string | null }) {
  const { refusals } = useWorkTexts().pacs;
  return (
    of && (
      <>
        <p>{refusals[refusalOf(of)]}</p>
        <p className="font-mono wrap-anywhere text-grey-4">{of}</p>
      </>
    )
  );
}

function DeliveryRows({
  rows,
  pages,
  again,
}: {
  readonly rows: readonly pacs.PacsDelivery[];
  readonly pages: React.ReactNode;
  readonly again: Again | undefined;
}) {
  const { deliveries: texts, deliveryStates, objects } = useWorkTexts().pacs;
  const canBeSent = ({ state, namesFormerPatient }: pacs.PacsDelivery) =>
    state === 'failed' || state === 'not-kept' || (namesFormerPatient && state !== 'waiting');
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      {rows.length === 0 ? (
        <p className="max-w-2xl text-sm text-grey-4">{texts.none}</p>
      ) : (
        <Table caption={texts.title} className="max-h-96">
          <TableHead
            headings={[
              [texts.time, NARROW],
              [texts.system, WIDE],
              texts.object,
              texts.state,
              [texts.tries, `text-end ${WIDE}`],
              [texts.reason, WIDE],
            ]}
          />
          <tbody>
            {rows.map((row) => {
              const time = formatDateTime(row.createdAt, activeLanguage());
              return (
                <tr key={row.id}>
                  <Cell className={NARROW}>{time}</Cell>
                  <Cell className={WIDE}>
                    {row.peerName}
                    <p className="text-grey-4">{BY[row.by]}</p>
                  </Cell>
                  <Cell>
                    {objects[row.object]}
                    <div className="text-grey-4 lg:hidden">
                      <p className="sm:hidden">{time}</p>
                      <p>{row.peerName}</p>
                      <p>{texts.triesOf({ count: row.attempts })}</p>
                      <Outcome of={row.lastOutcome} />
                    </div>
                  </Cell>
                  <Cell>
                    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <Badge tone={TONES[row.state]}>{deliveryStates[row.state]}</Badge>
                      {again && canBeSent(row) && (
                        <Button
                          size="small"
                          variant="quiet"
                          className="whitespace-nowrap"
                          disabled={again.isPending}
                          aria-label={texts.againNamed({ object: objects[row.object], time })}
                          onClick={() => again.send(row.id)}
                        >
                          <RotateCw aria-hidden className="size-4" />
                          {texts.again}
                        </Button>
                      )}
                    </div>
                    {row.namesFormerPatient && (
                      <p className="text-sm font-medium text-red">{texts.namesFormerPatient}</p>
                    )}
                  </Cell>
                  <Cell className={`text-end ${WIDE}`}>{row.attempts}</Cell>
                  <Cell className={WIDE}>{row.lastOutcome ? <Outcome of={row.lastOutcome} /> : '–'}</Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      {pages}
    </Card>
  );
}
