import { accounts } from '@duai/contract';
import { ResetPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { AuthPage } from './auth-page.tsx';

export default function ResetPassword() {
  const texts = useMessages().accounts;
  return (
    <AuthPage title={texts.reset.pageTitle} heading={texts.reset.heading}>
      <ResetPasswordForm
        endpoint={accounts.resetPatientPassword}
        texts={{ ...texts.reset, doneText: texts.reset.doneTextWithShares }}
        passkeyTexts={{ label: texts.reset.removePasskeys, help: texts.reset.removePasskeysHelp }}
        passwordHelp={texts.register.passwordHelp}
        loginLabel={texts.login.submit}
        loginPath="/second-opinion/login"
        forgotPath="/second-opinion/forgot-password"
      />
    </AuthPage>
  );
}
