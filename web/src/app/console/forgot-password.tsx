import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../lib/messages.tsx';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleForgotPassword() {
  const { passwords } = useWorkTexts();
  return (
    <ConsolePage title="Forgot password" heading={passwords.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotStaffPassword}
        texts={passwords.forgot}
        emailLabel="Email"
        loginPath="/console/login"
      />
    </ConsolePage>
  );
}
