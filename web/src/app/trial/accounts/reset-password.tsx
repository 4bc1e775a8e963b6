import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../../features/accounts/password-forms.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { TrialPage } from '../trial-page.tsx';

export default function TrialResetPassword() {
  const { passwords, portal } = useWorkTexts();
  const texts = portal.resetPassword;
  return (
    <TrialPage title={texts.newPassword} heading={passwords.reset.heading} isNarrow>
      <ResetPasswordForm
        endpoint={accounts.resetInstitutionPassword}
        texts={passwords.reset}
        passwordHelp={texts.atLeast8Characters}
        loginLabel={texts.goToLogin}
        loginPath="/duaicheck-trial/login"
        forgotPath="/duaicheck-trial/forgot-password"
      />
    </TrialPage>
  );
}
