import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { accountTexts } from '../../messages/en/accounts.ts';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleResetPassword() {
  return (
    <ConsolePage title="New password" heading={accountTexts.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetStaffPassword}
        texts={accountTexts.reset}
        passwordHelp="At least 8 characters"
        loginLabel="Go to Login"
        loginPath="/console/login"
        forgotPath="/console/forgot-password"
      />
    </ConsolePage>
  );
}
