import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { RegisterForm } from '../../features/accounts/patients/register-form.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { keepPatientToken } from '../../lib/session.ts';
import { linkClasses } from '../../ui/page.tsx';
import { AuthPage } from './auth-page.tsx';

export default function Register() {
  const texts = useMessages().accounts.register;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <AuthPage title={texts.pageTitle} heading={texts.heading}>
      <RegisterForm
        onRegistered={(token) => {
          queryClient.clear();
          keepPatientToken(token);
          void navigate('/second-opinion/dashboard', { replace: true });
        }}
      />
      <p className="mt-8 text-grey-4">
        {texts.haveAccount}{' '}
        <Link to="/second-opinion/login" className={linkClasses}>
          {texts.toLogin}
        </Link>
      </p>
    </AuthPage>
  );
}
