import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { TrialPage } from '../trial-page.tsx';

export default function TrialForgotPassword() {
  const { passwords, portal } = useWorkTexts();
  const texts = portal.forgotPassword;
  return (
    <TrialPage title={texts.forgotPassword} heading={passwords.forgot.heading} isNarrow>
      <ForgotPasswordForm
        endpoint={accounts.forgotInstitutionPassword}
        texts={passwords.forgot}
        emailLabel={texts.email}
        loginPath="/duaicheck-trial/login"
      />
    </TrialPage>
  );
}
