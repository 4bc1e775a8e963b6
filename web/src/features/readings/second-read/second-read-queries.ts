import { type Sent, secondReads, studies } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { renew } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';

export const useSecondRead = (caseId: string) =>
  useQuery({
    queryKey: keyOf(secondReads.getSecondRead, { params: { caseId } }),
    queryFn: () => call(secondReads.getSecondRead, { params: { caseId } }),
    staleTime: 0,
  });

/** The steps of a second read. Each refetches the case, because what is withheld changes with it. */
export function useSecondReadSteps(caseId: string) {
  const queryClient = useQueryClient();
  const { done } = useWorkTexts().reporting.secondRead;
  const params = { caseId };
  const thenReading = async (answer: Promise<unknown>) => {
    await answer;
    await renew(queryClient, keyOf(studies.getReading, { params }));
  };
  return {
    ask: useChange(secondReads.getSecondRead, () => thenReading(call(secondReads.askSecondRead, { params })), done),
    withdraw: useChange(
      secondReads.getSecondRead,
      () => thenReading(call(secondReads.withdrawSecondRead, { params })),
      done,
    ),
    // The form that opens says it.
    take: useChange(secondReads.getSecondRead, () => thenReading(call(secondReads.takeSecondRead, { params }))),
    giveBack: useChange(
      secondReads.getSecondRead,
      () => thenReading(call(secondReads.giveSecondReadBack, { params })),
      done,
    ),
    save: useChange(
      secondReads.getSecondRead,
      (body: Sent<typeof secondReads.saveSecondRead, 'body'>) =>
        thenReading(call(secondReads.saveSecondRead, { params, body })),
      done,
    ),
    compare: useChange(
      secondReads.getSecondRead,
      (agreement: Sent<typeof secondReads.compareSecondRead, 'body'>['agreement']) =>
        thenReading(call(secondReads.compareSecondRead, { params, body: { agreement } })),
      done,
    ),
    adjudicate: useChange(
      secondReads.getSecondRead,
      (body: Sent<typeof secondReads.adjudicateSecondRead, 'body'>) =>
        thenReading(call(secondReads.adjudicateSecondRead, { params, body })),
      done,
    ),
    confirmation: {
      ask: useChange(secondReads.getSecondRead, () => call(secondReads.askConfirmation, { params }), done),
      // Where the report has another version by now, the page shows it with the refusal.
      confirm: useChange(
        secondReads.getSecondRead,
        (version: number) =>
          call(secondReads.confirmText, { params, body: { version } }).finally(() =>
            renew(queryClient, keyOf(studies.getReading, { params })),
          ),
        done,
      ),
    },
  };
}
export type SecondReadSteps = ReturnType<typeof useSecondReadSteps>;
