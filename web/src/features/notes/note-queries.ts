import { cases, notes } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { isAnswerOf, keyOf } from '../../lib/query-keys.ts';
import { renewAll } from '../../lib/renewals.ts';
import { showToast } from '../../lib/toasts.ts';

/** Notes of a case. What is for this radiologist counts as read once it is on the page. */
export function useNotes(caseId: string, staffId: string) {
  const queryClient = useQueryClient();
  const texts = useWorkTexts().readings.notes;
  const params = { caseId };
  const thread = useQuery({
    queryKey: keyOf(notes.listNotes, { params }),
    queryFn: ({ signal }) => call(notes.listNotes, { params, signal }),
  });
  const renew = () => renewAll(queryClient, isAnswerOf(notes.listNotes, cases.countWorklist, cases.searchWorklist));
  const tell = (error: unknown) =>
    showToast({ tone: 'destructive', title: texts.failedTitle, description: messageOf(error, texts.failedText) });
  const ask = useMutation({
    mutationFn: (body: { colleagueId: string; text: string }) => call(notes.askColleague, { params, body }),
    onSuccess: async () => {
      await renew();
      showToast({ tone: 'success', title: texts.asked });
    },
    onError: tell,
  });
  const answer = useMutation({
    mutationFn: ({ noteId, text }: { noteId: string; text: string }) =>
      call(notes.answerColleague, { params: { caseId, noteId }, body: { text } }),
    onSuccess: renew,
    onError: tell,
  });
  const { mutate: read, status: marking } = useMutation({
    mutationFn: () => call(notes.markNotesRead, { params }),
    onSuccess: renew,
  });
  const hasNews = thread.data?.notes.some(({ to, readAt }) => to.id === staffId && readAt === null) ?? false;
  useEffect(() => {
    // What could not be marked is marked when the page is opened again: a server in trouble is not asked on and on.
    const isFree = marking === 'idle' || marking === 'success';
    if (hasNews && isFree && document.visibilityState === 'visible') read();
  }, [hasNews, marking, read]);
  return { thread, ask, answer };
}
