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

/** A change that answers the patient anew: what the page shows follows, and a toast says so. */
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

/** Ends one session, or without an id all but this one. */
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

/** Mails and reports follow the choice. A failure changes nothing on the page and is made good by the next choice. */
export const rememberLanguage = (language: Language): Promise<unknown> =>
  call(patientCalls.setPatientLanguage, { body: { language } }).catch((error: unknown) => console.warn(error));
