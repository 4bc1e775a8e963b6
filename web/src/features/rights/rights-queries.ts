import { rights } from '@duai/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';

const erasureKey = keyOf(rights.getErasure);

/** Loads page after page, newest first; refetched whenever the page is opened. */
export const useAccess = () =>
  useInfiniteQuery({
    queryKey: keyOf(rights.listAccess),
    queryFn: ({ pageParam, signal }) =>
      call(rights.listAccess, { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });

export const usePrepareExport = () => useMutation({ mutationFn: () => call(rights.prepareExport) });

export const useErasure = () =>
  useQuery({ queryKey: erasureKey, queryFn: ({ signal }) => call(rights.getErasure, { signal }) });

export function useRequestErasure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string }) => call(rights.requestErasure, { body }),
    onSuccess: (answer) => queryClient.setQueryData(erasureKey, answer),
  });
}

export function useCancelErasure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(rights.cancelErasure),
    onSuccess: (answer) => queryClient.setQueryData(erasureKey, answer),
  });
}

export const useErasureProof = () =>
  useMutation({ mutationFn: (token: string) => call(rights.getErasureProof, { body: { token } }) });
