import { trial } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { uploadFiles } from '../../lib/upload.ts';

const usageKey = [trial.getTrialUsage.path] as const;
const scansKey = [trial.listScans.path] as const;

export const useTrialUsage = () =>
  useQuery({ queryKey: usageKey, queryFn: ({ signal }) => call(trial.getTrialUsage, { signal }) });
export const useScans = () =>
  useQuery({ queryKey: scansKey, queryFn: ({ signal }) => call(trial.listScans, { signal }) });

export function useUploadScan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: { files: readonly File[]; onProgress: (share: number) => void; signal: AbortSignal }) =>
      uploadFiles(trial.uploadScan, options),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: usageKey });
      await queryClient.invalidateQueries({ queryKey: scansKey });
    },
  });
}

/** The trial accepts .dcm files only (specification, section 5). */
export const isDcm = (name: string): boolean => name.toLowerCase().endsWith('.dcm');

/** "expires on May 5, 2025": the day in the specified form. */
export const expiryText = (expiresAt: string, timeZone?: string): string => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', ...(timeZone && { timeZone }) });
  return `expires on ${day.format(new Date(expiresAt))}`;
};
