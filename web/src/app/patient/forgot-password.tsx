import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { AuthPage } from './auth-page.tsx';

export default function ForgotPassword() {
  const texts = useMessages();
  return (
    <AuthPage title={texts.passwords.forgot.pageTitle} heading={texts.passwords.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotPatientPassword}
        texts={texts.passwords.forgot}
        emailLabel={texts.accounts.login.email}
        loginPath="/second-opinion/login"
      />
    </AuthPage>
  );
}
