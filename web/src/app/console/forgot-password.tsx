import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { accountTexts } from '../../messages/en/accounts.ts';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleForgotPassword() {
  return (
    <ConsolePage title="Forgot password" heading={accountTexts.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotStaffPassword}
        texts={accountTexts.forgot}
        emailLabel="Email"
        loginPath="/console/login"
      />
    </ConsolePage>
  );
}
