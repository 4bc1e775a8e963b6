import { accountSettings, type accounts, type Language, accounts as patientCalls } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../../lib/api.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { keyOf } from '../../../../lib/query-keys.ts';
import { renew } from '../../../../lib/renewals.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { patientKey } from '../patient-queries.ts';

const sessionsKey = keyOf(accountSettings.listSessions);
export const consentsKey = keyOf(accountSettings.listConsents);

/** A change whose answer is the updated patient: the page shows it, and a toast confirms it. */
export function usePatientChange<Body>(
  change: (body: Body) => Promise<accounts.Patient>,
  options: { readonly doneTitle?: string; readonly onDone?: () => void } = {},
) {
  const texts = useMessages().settings;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (patient) => {
      queryClient.setQueryData(patientKey, patient);
      void renew(queryClient, consentsKey);
      showToast({ tone: 'success', title: options.doneTitle ?? texts.savedTitle });
      options.onDone?.();
    },
  });
}

export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(accountSettings.listSessions, { signal }) });

/** Ends one session, or all except this one if no id is given. */
export function useEndSession() {
  const messages = useMessages();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId ? call(accountSettings.endSession, { params: { sessionId } }) : call(accountSettings.endOtherSessions),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsKey, left);
      showToast({ tone: 'success', title: messages.settings.sessions.endedTitle });
    },
    onError: (error) =>
      showToast({
        tone: 'destructive',
        title: messages.settings.failedTitle,
        description: messageOf(error, messages.interface.noConnection),
      }),
  });
}

export const useConsents = () =>
  useQuery({ queryKey: consentsKey, queryFn: ({ signal }) => call(accountSettings.listConsents, { signal }) });

/** Stores the language for mails and reports. A failure is ignored; the next choice stores it again. */
export const rememberLanguage = (language: Language): Promise<unknown> =>
  call(patientCalls.setPatientLanguage, { body: { language } }).catch((error: unknown) => console.warn(error));
