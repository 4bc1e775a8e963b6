import { panels as contract } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { keyOf } from '../../../lib/query-keys.ts';

/** A moved border is kept once it rests. */
const RESTS_MS = 600;

/** How this reader has divided the reading page. Without an answer of the server the usual division is shown. */
export function usePanels() {
  const queryClient = useQueryClient();
  const queryKey = keyOf(contract.getPanels);
  const kept = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.getPanels, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [moved, setMoved] = useState<contract.Panels | null>(null);
  // If it cannot be kept, it still stands until the page is left; a message would only interrupt the reading.
  const { mutate } = useMutation({
    mutationFn: (body: contract.Panels) => call(contract.setPanels, { body }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  });
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => mutate(moved), RESTS_MS);
    return () => clearTimeout(timer);
  }, [moved, mutate]);
  const panels = moved ?? kept.data ?? contract.USUAL_PANELS;
  return {
    panels,
    isPending: kept.isPending,
    move: (panel: contract.Panel, share: number) => setMoved({ ...panels, [panel]: share }),
  };
}
export type KeptPanels = ReturnType<typeof usePanels>;
