import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from './api.ts';
import { useInterfaceTexts } from './messages.tsx';
import { showToast } from './toasts.ts';

/** Everything of the trial's workbench stands below this key: one event renews usage, tables and details. */
export const TRIAL = 'trial';

/**
 * A change behind one button: what stands below the key is loaded anew, a failure is told and can be tried again. A form
 * that shows its own failure beside what was typed says so.
 */
export function useChange<Input, Answer>(
  renews: string,
  act: (input: Input) => Promise<Answer>,
  done?: string,
  { showsFailure = false } = {},
) {
  const queryClient = useQueryClient();
  const texts = useInterfaceTexts();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [renews] });
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
) => useChange(TRIAL, act, done, options);
