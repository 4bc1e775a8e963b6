import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { accountTexts } from '../../messages/en/accounts.ts';
import { TrialPage } from './trial-page.tsx';

export default function TrialForgotPassword() {
  return (
    <TrialPage title="Forgot password" heading={accountTexts.forgot.heading} isNarrow>
      <ForgotPasswordForm
        endpoint={accounts.forgotInstitutionPassword}
        texts={accountTexts.forgot}
        emailLabel="Email"
        loginPath="/duaicheck-trial/login"
      />
    </TrialPage>
  );
}
