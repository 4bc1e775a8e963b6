import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { accountTexts } from '../../messages/en/accounts.ts';
import { TrialPage } from './trial-page.tsx';

export default function TrialResetPassword() {
  return (
    <TrialPage title="New password" heading={accountTexts.reset.heading} isNarrow>
      <ResetPasswordForm
        endpoint={accounts.resetInstitutionPassword}
        texts={accountTexts.reset}
        passwordHelp="At least 8 characters"
        loginLabel="Go to Login"
        loginPath="/duaicheck-trial/login"
        forgotPath="/duaicheck-trial/forgot-password"
      />
    </TrialPage>
  );
}
