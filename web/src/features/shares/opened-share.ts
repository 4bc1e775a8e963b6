import { shares } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callForFile, urlOf } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';

/** The share link that this tab has open, so that a reload needs no PIN; the credential is an http-only cookie. */
const OPENED_KEY = 'duai-opened-share';
/** Polling interval, so that a revoked link disappears from the doctor's screen within five seconds. */
const ASK_AGAIN_MS = 3000;

const sharedKey = (shareId: string) => keyOf(shares.getSharedCase, { params: { shareId } });

export const openedShareId = (): string | null => sessionStorage.getItem(OPENED_KEY);

export function useOpenShare(onOpened: (shareId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { secret: string; pin: string }) => call(shares.openShare, { body }),
    onSuccess: (shared) => {
      sessionStorage.setItem(OPENED_KEY, shared.shareId);
      queryClient.setQueryData(sharedKey(shared.shareId), shared);
      onOpened(shared.shareId);
    },
  });
}

export const useSharedCase = (shareId: string) =>
  useQuery({
    queryKey: sharedKey(shareId),
    queryFn: ({ signal }) => call(shares.getSharedCase, { params: { shareId }, signal }),
  });

/** Polls, also in the background, whether the content on screen may still be seen. */
export const useIsStillOpen = (shareId: string): boolean =>
  useQuery({
    queryKey: keyOf(shares.getSharedState, { params: { shareId } }),
    queryFn: ({ signal }) => call(shares.getSharedState, { params: { shareId }, signal }),
    refetchInterval: ({ state }) => (state.data?.isOpen === false ? false : ASK_AGAIN_MS),
    refetchIntervalInBackground: true,
    gcTime: 0,
  }).data?.isOpen !== false;

/** Removes everything about the share from this tab. */
export function useForgetShare() {
  const queryClient = useQueryClient();
  return () => {
    sessionStorage.removeItem(OPENED_KEY);
    queryClient.clear();
  };
}

export const useCloseShare = (shareId: string) =>
  useMutation({ mutationFn: () => call(shares.closeShared, { params: { shareId } }) });

export const acknowledgeShared = (shareId: string, shown: { markedAt: string }) =>
  call(shares.acknowledgeShared, { params: { shareId }, body: shown });

export const sharedZip = (shareId: string) => urlOf(shares.downloadSharedImages, { shareId });
export const fetchSharedPdf = (shareId: string) => callForFile(shares.getSharedReportPdf, { params: { shareId } });
