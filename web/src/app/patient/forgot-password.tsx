import { accounts } from '@duai/contract';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { AuthPage } from './auth-page.tsx';

export default function ForgotPassword() {
  const texts = useMessages().accounts;
  return (
    <AuthPage title={texts.forgot.pageTitle} heading={texts.forgot.heading}>
      <ForgotPasswordForm
        endpoint={accounts.forgotPatientPassword}
        texts={texts.forgot}
        emailLabel={texts.login.email}
        loginPath="/second-opinion/login"
      />
    </AuthPage>
  );
}
