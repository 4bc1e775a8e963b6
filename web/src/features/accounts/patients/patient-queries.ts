import { accounts } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { renew } from '../../../lib/renewals.ts';
import { onConsentRequired } from '../../../lib/session.ts';

export const patientKey = keyOf(accounts.getPatient);

/** @throws Error "Failed to get patient info", with the ApiError as its cause */
export async function fetchPatient(signal?: AbortSignal): Promise<accounts.Patient> {
  try {
    return await call(accounts.getPatient, { signal });
  } catch (error) {
    throw new Error('Failed to get patient info', { cause: error });
  }
}

export const usePatient = () => useQuery({ queryKey: patientKey, queryFn: ({ signal }) => fetchPatient(signal) });

/** Refetches the patient if a consent was withdrawn on another device or its text changed, so that the page asks for it. */
export function useConsentRefusals(): void {
  const queryClient = useQueryClient();
  useEffect(() => onConsentRequired(() => void renew(queryClient, patientKey)), [queryClient]);
}

const CHANNEL = 'duai-patient';

/** Tells other tabs that the address was verified, so that their banner disappears without a reload. */
export function announceVerification(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('verified');
  channel.close();
}

export function useVerificationInOtherTab(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void renew(queryClient, patientKey);
    return () => channel.close();
  }, [queryClient]);
}
