import { type Sent, secondReads, studies } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { useChange } from '../../../lib/use-change.ts';

const KEY = secondReads.getSecondRead.path;

export const useSecondRead = (caseId: string) =>
  useQuery({
    queryKey: [KEY, caseId],
    queryFn: () => call(secondReads.getSecondRead, { params: { caseId } }),
    staleTime: 0,
  });

/** The steps of a second read; each shows the case anew, for what is withheld changes with it. */
export function useSecondReadSteps(caseId: string) {
  const queryClient = useQueryClient();
  const { done } = useWorkTexts().reporting.secondRead;
  const params = { caseId };
  const thenReading = async (answer: Promise<unknown>) => {
    await answer;
    await queryClient.invalidateQueries({ queryKey: [studies.getReading.path, caseId] });
  };
  return {
    ask: useChange(KEY, () => thenReading(call(secondReads.askSecondRead, { params })), done),
    take: useChange(KEY, () => thenReading(call(secondReads.takeSecondRead, { params })), done),
    save: useChange(
      KEY,
      (body: Sent<typeof secondReads.saveSecondRead, 'body'>) =>
        thenReading(call(secondReads.saveSecondRead, { params, body })),
      done,
    ),
    compare: useChange(
      KEY,
      (agreement: Sent<typeof secondReads.compareSecondRead, 'body'>['agreement']) =>
        thenReading(call(secondReads.compareSecondRead, { params, body: { agreement } })),
      done,
    ),
    adjudicate: useChange(
      KEY,
      (body: Sent<typeof secondReads.adjudicateSecondRead, 'body'>) =>
        thenReading(call(secondReads.adjudicateSecondRead, { params, body })),
      done,
    ),
  };
}
export type SecondReadSteps = ReturnType<typeof useSecondReadSteps>;
