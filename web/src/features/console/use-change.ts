import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';

/** A change by an operator: afterwards the list is loaded anew; a failure is told and can be tried again. */
export function useChange<Input>(listKey: string, act: (input: Input) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [listKey] });
      showToast({ title: done, tone: 'success' });
    },
    onError: (error) =>
      showToast({
        title: 'That did not work',
        description: messageOf(error, 'The server could not be reached. Try again.'),
        tone: 'destructive',
      }),
  });
}
