import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { ConsolePage } from '../console-page.tsx';

export default function ConsoleForgotPassword() {
  const { passwords, console: room } = useWorkTexts();
  return (
    <ConsolePage title={room.login.forgot} heading={passwords.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotStaffPassword}
        texts={passwords.forgot}
        emailLabel={room.login.email}
        loginPath="/console/login"
      />
    </ConsolePage>
  );
}
