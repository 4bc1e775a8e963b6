import { accounts } from '@duai/contract';
import patient from '@duai/texts/en/patient';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { TrialPage } from './trial-page.tsx';

export default function TrialForgotPassword() {
  return (
    <TrialPage title="Forgot password" heading={patient.accounts.forgot.heading} isNarrow>
      <ForgotPasswordForm
        endpoint={accounts.forgotInstitutionPassword}
        texts={patient.accounts.forgot}
        emailLabel="Email"
        loginPath="/duaicheck-trial/login"
      />
    </TrialPage>
  );
}
