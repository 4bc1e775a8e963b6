import { hl7 } from '@duai/contract';
import { RotateCw } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type PagedList, PagesOfList } from '../../ui/pages-of-list.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const WIDE = 'max-lg:hidden';
/** A phone tells the time with the receiver. */
const NARROW = 'max-sm:hidden';
const TONES = { waiting: 'yellow', accepted: 'green', failed: 'red' } as const;

const MESSAGES: PagedList<hl7.Hl7Message> = {
  endpoint: hl7.listHl7Messages,
  load: (asked) => call(hl7.listHl7Messages, asked),
};

/** What became of each message; one that failed is sent again here. */
export function Hl7Messages() {
  return (
    <PagesOfList list={MESSAGES}>
      {(rows, pages) => rows.length > 0 && <MessageRows rows={rows} pages={pages} />}
    </PagesOfList>
  );
}

function MessageRows({ rows, pages }: { readonly rows: readonly hl7.Hl7Message[]; readonly pages: React.ReactNode }) {
  const texts = useWorkTexts().records.hl7;
  const again = useTrialChange(
    (messageId: string) => call(hl7.sendHl7MessageAgain, { params: { messageId } }),
    texts.willBeSent,
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{texts.messages}</h3>
      <Table caption={texts.messages} className="max-h-96">
        <TableHead
          headings={[
            [texts.time, NARROW],
            texts.receiver,
            texts.state,
            [texts.tries, `text-end ${WIDE}`],
            [texts.answer, WIDE],
          ]}
        />
        <tbody>
          {rows.map((row) => {
            const time = formatDateTime(row.createdAt, activeLanguage());
            return (
              <tr key={row.id}>
                <Cell className={NARROW}>{time}</Cell>
                <Cell>
                  <span className="wrap-anywhere">{row.receiverName}</span>
                  <div className="text-grey-4 lg:hidden">
                    <p className="sm:hidden">{time}</p>
                    <p>{texts.triesOf({ count: row.attempts })}</p>
                    {row.lastOutcome && <p className="font-mono wrap-anywhere">{row.lastOutcome}</p>}
                  </div>
                </Cell>
                <Cell>
                  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <Badge tone={TONES[row.state]}>{texts.states[row.state]}</Badge>
                    {(row.state === 'failed' || (row.namesFormerPatient && row.state === 'accepted')) && (
                      <Button
                        size="small"
                        variant="quiet"
                        className="whitespace-nowrap"
                        disabled={again.isPending}
                        aria-label={texts.againNamed({ name: row.receiverName, time })}
                        onClick={() => again.mutate(row.id)}
                      >
                        <RotateCw aria-hidden className="size-4" />
                        {texts.again}
                      </Button>
                    )}
                  </div>
                  {row.namesFormerPatient && <p className="text-sm font-medium text-red">{texts.namesFormerPatient}</p>}
                </Cell>
                <Cell className={`text-end ${WIDE}`}>{row.attempts}</Cell>
                <Cell className={`font-mono wrap-anywhere ${WIDE}`}>{row.lastOutcome ?? '–'}</Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {pages}
    </div>
  );
}
