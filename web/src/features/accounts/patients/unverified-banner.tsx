import { accounts, LIMITS } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useCoolDown } from '../../../lib/cool-down.ts';
import { useMessages } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** Shown on the dashboard until the address is verified; sends the mail again. */
export function ResendVerificationButton() {
  const messages = useMessages();
  const texts = messages.cases.unverified;
  const { secondsLeft, start } = useCoolDown(LIMITS.resendCoolDownSeconds);
  const resend = useMutation({
    mutationFn: () => call(accounts.resendVerification),
    onSuccess: () => {
      start();
      showToast({ tone: 'success', title: texts.resentTitle });
    },
    onError: (error) =>
      showToast({
        tone: 'destructive',
        title: texts.resendFailedTitle,
        description: messageOf(error, messages.interface.noConnection),
      }),
  });
  return (
    <Button variant="secondary" isPending={resend.isPending} disabled={secondsLeft > 0} onClick={() => resend.mutate()}>
      {resend.isPending ? texts.resending : secondsLeft > 0 ? texts.resendIn({ seconds: secondsLeft }) : texts.resend}
    </Button>
  );
}

export function UnverifiedBanner() {
  const texts = useMessages().cases.unverified;
  return (
    <Banner tone="warning" title={texts.title} action={<ResendVerificationButton />}>
      {texts.text}
    </Banner>
  );
}
