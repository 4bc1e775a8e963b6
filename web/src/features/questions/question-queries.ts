import { type Endpoint, questions } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { renewAll } from '../../lib/renewals.ts';

/** The same thread from the side of the patient or the radiologist. */
const SIDES = {
  patient: {
    list: questions.listQuestions,
    write: questions.askQuestion,
    markRead: questions.markAnswersRead,
    other: 'radiologist',
    refetchInterval: false,
  },
  radiologist: {
    list: questions.listQuestionsForStaff,
    write: questions.answerQuestion,
    markRead: questions.markQuestionsRead,
    other: 'patient',
    refetchInterval: 30_000,
  },
} as const satisfies Record<string, { list: Endpoint; write: Endpoint; markRead: Endpoint } & Record<string, unknown>>;
export type Side = keyof typeof SIDES;

/** The thread of a case. Messages of the other side are marked as read once they are displayed. */
export function useQuestions(caseId: string, side: Side) {
  const queryClient = useQueryClient();
  const { list, write, markRead, other, refetchInterval } = SIDES[side];
  const params = { caseId };
  const thread = useQuery({
    queryKey: keyOf(list, { params }),
    queryFn: ({ signal }) => call(list, { params, signal }),
    refetchInterval,
  });
  const renew = () => renewAll(queryClient, keyOf(list, { params }));
  const send = useMutation({
    mutationFn: (text: string) => call(write, { params, body: { text } }),
    onSuccess: renew,
  });
  const { mutate: read, status: marking } = useMutation({
    mutationFn: () => call(markRead, { params }),
    onSuccess: renew,
  });
  const hasNews = thread.data?.some((entry) => entry.author === other && entry.readAt === null) ?? false;
  useEffect(() => {
    // If marking fails, it is tried again only when the page is opened again, so as not to burden a failing server.
    const isFree = marking === 'idle' || marking === 'success';
    if (hasNews && isFree && document.visibilityState === 'visible') read();
  }, [hasNews, marking, read]);
  return { thread, send };
}
