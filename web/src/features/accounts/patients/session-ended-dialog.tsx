import { useEffect, useState } from 'react';
import { useMessages } from '../../../lib/messages.tsx';
import { onSessionEnded, onSessionRenewed, renewPatientToken } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoginForm } from './login-form.tsx';

/** Renews a session that ended on an open page in a dialog, so that typed values are kept. */
export function SessionEndedDialog({ email, onRenewed }: { readonly email: string; readonly onRenewed: () => void }) {
  const texts = useMessages().accounts.login;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onSessionEnded((audience) => audience === 'patient' && setIsOpen(true)), []);
  // Also closes after a sign-in in another tab.
  useEffect(() => onSessionRenewed(() => setIsOpen(false)), []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title={texts.sessionEndedTitle}
      description={texts.sessionEndedDialog}
      size="small"
    >
      <LoginForm
        fixedEmail={email}
        onSignedIn={(token) => {
          renewPatientToken(token);
          onRenewed();
        }}
      />
    </Dialog>
  );
}
