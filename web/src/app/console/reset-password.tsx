import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../lib/messages.tsx';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleResetPassword() {
  const { passwords } = useWorkTexts();
  return (
    <ConsolePage title="New password" heading={passwords.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetStaffPassword}
        texts={passwords.reset}
        passwordHelp="At least 8 characters"
        loginLabel="Go to Login"
        loginPath="/console/login"
        forgotPath="/console/forgot-password"
      />
    </ConsolePage>
  );
}
