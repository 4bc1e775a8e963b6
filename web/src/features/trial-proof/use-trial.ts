import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';

/** Everything of the workbench stands below this key: an event about a scan renews it. */
export const TRIAL = 'trial';

/**
 * A change behind one button: what is shown is loaded anew, a failure is told and can be tried again. A form that shows
 * its own failure beside what was typed says so.
 */
export function useChange<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  done?: string,
  { showsFailure = false } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [TRIAL] });
      if (done) showToast({ title: done, tone: 'success' });
    },
    onError: (error) => {
      if (showsFailure) return;
      showToast({
        title: 'That did not work',
        description: messageOf(error, 'The server could not be reached. Nothing is lost; try again.'),
        tone: 'destructive',
      });
    },
  });
}
