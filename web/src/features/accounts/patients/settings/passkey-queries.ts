import { passkeys } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';
import { keyOf } from '../../../../lib/query-keys.ts';
import { showToast } from '../../../../lib/toasts.ts';

export const passkeysKey = keyOf(passkeys.listPasskeys);

/** The passkeys of the signed-in patient. */
export const usePasskeys = () =>
  useQuery({ queryKey: passkeysKey, queryFn: ({ signal }) => call(passkeys.listPasskeys, { signal }) });

/** A change that answers the list anew: what the page shows follows, and a toast says so. */
export function usePasskeyChange<Wish>(
  change: (wish: Wish) => Promise<passkeys.Passkey[]>,
  doneTitle: string,
  onDone: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queryClient.setQueryData(passkeysKey, list);
      showToast({ tone: 'success', title: doneTitle });
      onDone();
    },
  });
}
