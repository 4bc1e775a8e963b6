import { accounts } from '@duai/contract';
import patient from '@duai/texts/en/patient';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { TrialPage } from './trial-page.tsx';

export default function TrialResetPassword() {
  return (
    <TrialPage title="New password" heading={patient.accounts.reset.heading} isNarrow>
      <ResetPasswordForm
        endpoint={accounts.resetInstitutionPassword}
        texts={patient.accounts.reset}
        passwordHelp="At least 8 characters"
        loginLabel="Go to Login"
        loginPath="/duaicheck-trial/login"
        forgotPath="/duaicheck-trial/forgot-password"
      />
    </TrialPage>
  );
}
