import { type Endpoint, questions } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { renewAll } from '../../lib/renewals.ts';

/** The same thread seen from either side. */
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

/** The thread of a case. What the other side wrote counts as read once it is on the page. */
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
    // What could not be marked is marked when the page is opened again: a server in trouble is not asked on and on.
    const isFree = marking === 'idle' || marking === 'success';
    if (hasNews && isFree && document.visibilityState === 'visible') read();
  }, [hasNews, marking, read]);
  return { thread, send };
}
