import { secondReads } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ReasonedStep } from '../../../ui/forms/reasoned-step.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** Second reads that are not finished; an operator ends those that nobody can finish. */
export function OpenSecondReads() {
  const texts = useWorkTexts().reporting.secondRead;
  const language = useShownLanguage();
  const { columns } = texts.open;
  const open = useQuery({
    queryKey: keyOf(secondReads.listOpenSecondReads),
    queryFn: () => call(secondReads.listOpenSecondReads),
    staleTime: 0,
  });
  const end = useChange(
    secondReads.listOpenSecondReads,
    ({ caseId, because }: { caseId: string; because: (typeof secondReads.SECOND_READ_ENDS)[number] }) =>
      call(secondReads.endSecondRead, { params: { caseId }, body: { because } }),
    texts.open.done,
  );
  return (
    <section aria-labelledby="open-second-reads" className="grid gap-2">
      <h3 id="open-second-reads" className="font-semibold">
        {texts.open.heading}
      </h3>
      <Loaded query={open}>
        {(rows) =>
          rows.length > 0 ? (
            <Table caption={texts.open.heading}>
              <TableHead
                headings={[
                  columns.case,
                  [columns.state, 'max-md:hidden'],
                  [columns.asked, 'max-md:hidden'],
                  [columns.readers, 'max-md:hidden'],
                  '',
                ]}
              />
              <tbody>
                {rows.map(({ caseId, caseNumber, state, reason, askedAt, firstReaderName, readerName }) => (
                  <tr key={caseId}>
                    <Cell className="max-md:whitespace-normal">
                      <span className="whitespace-nowrap">{caseNumber}</span>
                      {/* What has no column of its own on a narrow screen. */}
                      <span className="block text-grey-4 md:hidden">
                        <span className="block first-letter:uppercase">{texts.states[state]}</span>
                        {formatDateTime(askedAt, language)}
                      </span>
                    </Cell>
                    <Cell className="max-md:hidden">
                      <span className="block first-letter:uppercase">{texts.states[state]}</span>
                      <span className="block text-grey-4">{texts.reason[reason]}</span>
                    </Cell>
                    <Cell className="max-md:hidden">{formatDateTime(askedAt, language)}</Cell>
                    <Cell className="max-md:hidden">{[firstReaderName, readerName].filter(Boolean).join(', ')}</Cell>
                    <Cell className="text-end">
                      <ReasonedStep
                        label={texts.open.end}
                        accessibleLabel={texts.open.endOf({ number: caseNumber })}
                        title={texts.open.title({ number: caseNumber })}
                        consequence={texts.open.consequence}
                        fieldLabel={texts.open.why}
                        choose={texts.open.choose}
                        reasons={secondReads.SECOND_READ_ENDS}
                        nameOf={(because) => texts.open.because[because]}
                        isPending={end.isPending && end.variables.caseId === caseId}
                        onConfirm={(because) => end.mutate({ caseId, because })}
                      />
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          ) : (
            <p className="text-grey-4">{texts.open.none}</p>
          )
        }
      </Loaded>
    </section>
  );
}
