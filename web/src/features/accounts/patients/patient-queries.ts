import { accounts } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { onConsentRequired } from '../../../lib/session.ts';

export const patientKey = [accounts.getPatient.path] as const;

/** @throws Error "Failed to get patient info", with the ApiError as its cause */
export async function fetchPatient(signal?: AbortSignal): Promise<accounts.Patient> {
  try {
    return await call(accounts.getPatient, { signal });
  } catch (error) {
    throw new Error('Failed to get patient info', { cause: error });
  }
}

export const usePatient = () => useQuery({ queryKey: patientKey, queryFn: ({ signal }) => fetchPatient(signal) });

/** A consent was withdrawn on another device, or its text has changed: the page learns of it and asks. */
export function useConsentRefusals(): void {
  const queryClient = useQueryClient();
  useEffect(() => onConsentRequired(() => void queryClient.invalidateQueries({ queryKey: patientKey })), [queryClient]);
}

const CHANNEL = 'duai-patient';

/** Tells the other tabs that the address was verified: their banner goes away without a reload. */
export function announceVerification(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('verified');
  channel.close();
}

export function useVerificationInOtherTab(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: patientKey });
    return () => channel.close();
  }, [queryClient]);
}
