import { accounts } from '@duai/contract';
import patient from '@duai/texts/en/patient';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleResetPassword() {
  return (
    <ConsolePage title="New password" heading={patient.accounts.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetStaffPassword}
        texts={patient.accounts.reset}
        passwordHelp="At least 8 characters"
        loginLabel="Go to Login"
        loginPath="/console/login"
        forgotPath="/console/forgot-password"
      />
    </ConsolePage>
  );
}
