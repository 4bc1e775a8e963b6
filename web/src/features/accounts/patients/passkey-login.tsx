import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { messageOf } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { canUsePasskeys, deviceTroubleOf, signInWithPasskey } from './passkey-device.ts';

/** Sign-in with a passkey, beside the form; hidden if the browser does not support it. */
export function PasskeyLogin({ onSignedIn }: { readonly onSignedIn: (token: string) => void }) {
  const { accounts, settings } = useMessages();
  const texts = accounts.login;
  const login = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (token) => {
      showToast({ tone: 'success', title: texts.succeededTitle });
      onSignedIn(token);
    },
    onError: (error) => {
      const trouble = deviceTroubleOf(error);
      showToast({
        tone: 'destructive',
        title: texts.failedTitle,
        description: trouble ? settings.passkeys[trouble] : messageOf(error, texts.failedText),
      });
    },
  });
  if (!canUsePasskeys()) return null;
  return (
    <div className="mt-6 grid gap-6">
      <p className="flex items-center gap-4 text-grey-4 before:h-px before:flex-1 before:bg-grey-2 after:h-px after:flex-1 after:bg-grey-2">
        {texts.or}
      </p>
      <Button variant="secondary" isPending={login.isPending} onClick={() => login.mutate()}>
        {!login.isPending && <KeyRound aria-hidden className="size-5" />}
        {login.isPending ? texts.passkeyWaiting : texts.passkey}
      </Button>
    </div>
  );
}
