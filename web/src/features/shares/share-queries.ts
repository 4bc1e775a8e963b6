import { shares } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { renew } from '../../lib/renewals.ts';

const sharesKey = (caseId: string) => keyOf(shares.listShares, { params: { caseId } });

/** Refetched whenever the case is viewed, because a doctor may have opened a link meanwhile. */
export const useShares = (caseId: string) =>
  useQuery({
    queryKey: sharesKey(caseId),
    queryFn: ({ signal }) => call(shares.listShares, { params: { caseId }, signal }),
    staleTime: 0,
  });

export interface ShareWish {
  readonly label: string;
  readonly days: number;
  readonly maxOpenings: number;
}

export function useCreateShare(caseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ShareWish) => call(shares.createShare, { params: { caseId }, body }),
    onSuccess: () => renew(queryClient, sharesKey(caseId)),
    // Link and PIN are secrets, so they are discarded with the dialog.
    gcTime: 0,
  });
}

export function useRevokeShare(caseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => call(shares.revokeShare, { params: { caseId, shareId } }),
    onSuccess: () => renew(queryClient, sharesKey(caseId)),
  });
}
