import { passkeys } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';
import { keyOf } from '../../../../lib/query-keys.ts';
import { showToast } from '../../../../lib/toasts.ts';

export const passkeysKey = keyOf(passkeys.listPasskeys);

export const usePasskeys = () =>
  useQuery({ queryKey: passkeysKey, queryFn: ({ signal }) => call(passkeys.listPasskeys, { signal }) });

/** A change whose answer is the new list: the page shows it, and a toast confirms it. */
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
