import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from './api.ts';
import { useInterfaceTexts } from './messages.tsx';
import { IN_WORKBENCH, type Renewed, renew } from './renewals.ts';
import { showToast } from './toasts.ts';

/**
 * The change behind one button: affected queries are refetched, and a failure is shown in a toast and can be retried. A form
 * that shows the failure beside its fields switches the toast off.
 */
export function useChange<Input, Answer>(
  renews: Renewed,
  act: (input: Input) => Promise<Answer>,
  done?: string,
  { showsFailure = false } = {},
) {
  const queryClient = useQueryClient();
  const texts = useInterfaceTexts();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await renew(queryClient, renews);
      if (done) showToast({ title: done, tone: 'success' });
    },
    onError: (error) => {
      if (showsFailure) return;
      showToast({
        title: texts.changeFailed,
        description: messageOf(error, texts.nothingLostTryAgain),
        tone: 'destructive',
      });
    },
  });
}

export const useTrialChange = <Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  done?: string,
  options?: { showsFailure?: boolean },
) => useChange(IN_WORKBENCH, act, done, options);
