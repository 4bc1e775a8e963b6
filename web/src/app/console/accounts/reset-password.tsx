import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { ConsolePage } from '../console-page.tsx';

export default function ConsoleResetPassword() {
  const { passwords, console: room } = useWorkTexts();
  return (
    <ConsolePage title={room.login.newPassword} heading={passwords.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetStaffPassword}
        texts={passwords.reset}
        passwordHelp={room.login.newPasswordHelp}
        loginLabel={room.login.goToLogin}
        loginPath="/console/login"
        forgotPath="/console/forgot-password"
      />
    </ConsolePage>
  );
}
