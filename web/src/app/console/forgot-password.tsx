import { accounts } from '@duai/contract';
import patient from '@duai/texts/en/patient';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { ConsolePage } from './console-page.tsx';

export default function ConsoleForgotPassword() {
  return (
    <ConsolePage title="Forgot password" heading={patient.accounts.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotStaffPassword}
        texts={patient.accounts.forgot}
        emailLabel="Email"
        loginPath="/console/login"
      />
    </ConsolePage>
  );
}
