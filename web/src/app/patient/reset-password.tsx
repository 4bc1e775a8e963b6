import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { AuthPage } from './auth-page.tsx';

export default function ResetPassword() {
  const texts = useMessages();
  return (
    <AuthPage title={texts.passwords.reset.pageTitle} heading={texts.passwords.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetPatientPassword}
        texts={{ ...texts.passwords.reset, doneText: texts.passwords.reset.doneTextWithShares }}
        passkeyTexts={{ label: texts.passwords.reset.removePasskeys, help: texts.passwords.reset.removePasskeysHelp }}
        passwordHelp={texts.accounts.register.passwordHelp}
        loginLabel={texts.accounts.login.submit}
        loginPath="/second-opinion/login"
        forgotPath="/second-opinion/forgot-password"
      />
    </AuthPage>
  );
}
