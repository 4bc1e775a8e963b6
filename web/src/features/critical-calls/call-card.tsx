import { cases, criticalCalls, studies } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call as ask } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { isAnswerOf } from '../../lib/query-keys.ts';
import { renew } from '../../lib/renewals.ts';
import { useChange } from '../../lib/use-change.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { linkClasses } from '../../ui/page.tsx';

/** Where a call is refused because another finding was marked since, that one is shown. */
const SHOWN = isAnswerOf(criticalCalls.listCalls, criticalCalls.getCall);
const RENEWED = isAnswerOf(criticalCalls.listCalls, studies.getReading, cases.searchWorklist);

/** How a patient is reached, and that somebody has told them. */
export function CallCard({ call }: { readonly call: criticalCalls.CriticalCall }) {
  const texts = useWorkTexts().reporting.criticalCalls;
  const { caseId, caseNumber, markedAt } = call;
  const queryClient = useQueryClient();
  const told = useChange(
    RENEWED,
    () => ask(criticalCalls.recordCall, { params: { caseId }, body: { markedAt } }),
    texts.done,
  );
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <bdi>{call.name}</bdi>
        </p>
        {call.phone === null ? (
          <p>{texts.noPhone}</p>
        ) : (
          <p>
            <a href={`tel:${call.phone.replaceAll(/[^\d+]/g, '')}`} className={linkClasses}>
              <bdi>{call.phone}</bdi>
            </a>
            {!call.isPhoneVerified && <span className="text-grey-4"> {texts.unverified}</span>}
          </p>
        )}
        <p className="wrap-anywhere">
          <a href={`mailto:${call.email}`} className={linkClasses}>
            {call.email}
          </a>
        </p>
        <p className="text-sm text-grey-4">
          {texts.marked({
            number: caseNumber,
            name: call.markedBy,
            time: formatDateTime(markedAt, activeLanguage()),
          })}
        </p>
      </div>
      <ConfirmButton
        label={texts.told}
        accessibleLabel={texts.toldOf({ number: caseNumber })}
        title={texts.toldTitle({ number: caseNumber })}
        consequence={texts.toldHelp}
        isPending={told.isPending}
        onConfirm={() => told.mutate(undefined, { onError: () => renew(queryClient, SHOWN) })}
      />
    </Card>
  );
}
