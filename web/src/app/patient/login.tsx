import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { LoginForm } from '../../features/accounts/patients/login-form.tsx';
import { PasskeyLogin } from '../../features/accounts/patients/passkey-login.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { keepPatientToken, patientToken } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { AuthPage } from './auth-page.tsx';

/** Why the reader was sent to the sign-in page, and where to go afterwards. */
export interface LoginState {
  readonly isSessionEnded?: boolean;
  readonly from?: string;
}

export default function Login() {
  const texts = useMessages().accounts.login;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const state = useLocation().state as LoginState | null;
  // Readers who came back by the browser's back button are still signed in.
  const [isSignedIn] = useState(() => patientToken() !== null && !state?.isSessionEnded);
  const goOn = (token: string) => {
    queryClient.clear();
    keepPatientToken(token);
    void navigate(state?.from ?? '/second-opinion/dashboard', { replace: true });
  };
  return (
    <AuthPage title={texts.pageTitle} heading={texts.heading}>
      {state?.isSessionEnded && (
        <Banner tone="info" title={texts.sessionEndedTitle} className="mb-6">
          {texts.sessionEndedText}
        </Banner>
      )}
      {isSignedIn && (
        <Banner
          tone="info"
          title={texts.alreadyIn}
          className="mb-6"
          action={
            <ButtonLink size="small" to="/second-opinion/dashboard">
              {texts.toCases}
            </ButtonLink>
          }
        />
      )}
      <LoginForm onSignedIn={goOn} />
      <PasskeyLogin onSignedIn={goOn} />
      <p className="mt-8 text-grey-4">
        {texts.noAccount}{' '}
        <Link to="/second-opinion/register" className={linkClasses}>
          {texts.toRegister}
        </Link>
      </p>
    </AuthPage>
  );
}
