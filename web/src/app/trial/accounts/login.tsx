import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { ProviderLogin, ProviderProblem } from '../../../features/accounts/institutions/provider-login.tsx';
import { useTrialAuth } from '../../../features/accounts/institutions/trial-auth.tsx';
import { loginFailure } from '../../../features/accounts/institutions/trial-calls.ts';
import { apiErrorOf } from '../../../lib/api.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { TypedTagline } from '../landing/typed-tagline.tsx';
import { TrialPage } from '../trial-page.tsx';

export default function TrialLoginPage() {
  const texts = useWorkTexts().portal.login;
  const navigate = useNavigate();
  const { hasEnded, acknowledgeEnd } = useTrialAuth();
  if (hasEnded()) {
    return (
      <TrialPage title={texts.sessionEnded} heading={texts.sessionEnded2} isNarrow>
        <Card className="grid justify-items-start gap-4">
          <p>{texts.yourSessionRanOutOr}</p>
          <Button onClick={acknowledgeEnd}>{texts.returnToLogin}</Button>
        </Card>
      </TrialPage>
    );
  }
  return (
    <TrialPage
      title={texts.signIn}
      heading={texts.signInToDuaicheck}
      isNarrow
      intro={<TypedTagline text={texts.manyAlgorithmsOneConnectionYour} />}
    >
      <ProviderProblem />
      <Card>
        <LoginForm onSignedIn={() => void navigate('/duaicheck-trial/dashboard')} />
      </Card>
      <ProviderLogin />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <Link className={linkClasses} to="/duaicheck-trial">
          {texts.returnToTrialPortal}
        </Link>
        <Link className={linkClasses} to="/duaicheck-trial#help">
          {texts.needHelp}
        </Link>
      </p>
    </TrialPage>
  );
}

/** The message does not say which of the entries is wrong. */
const wrong = (hasCode: boolean, texts: WorkTexts['portal']['login']): string =>
  hasCode ? texts.theUsernameThePasswordOr : texts.theUsernameOrThePassword;

function LoginForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const texts = useWorkTexts().portal.login;
  const auth = useTrialAuth();
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { username: '', password: '', remember: false, code: '' } });
  const login = useMutation({
    mutationFn: auth.login,
    onSuccess: () => {
      // Removes all data of the previously signed-in user.
      queryClient.clear();
      onSignedIn();
    },
    onError: (error) => {
      const code = apiErrorOf(error)?.code;
      if (code === 'TOTP_REQUIRED') setAsksForCode(true);
      if (code === 'CREDENTIALS_WRONG')
        form.setError('password', { type: 'server', message: wrong(asksForCode, texts) }, { shouldFocus: true });
    },
  });
  const { errors } = form.formState;
  // Asked for only if the user has one-time codes switched on; then the field stays.
  const [asksForCode, setAsksForCode] = useState(false);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ code, ...values }) =>
        login.mutate({ ...values, ...(asksForCode && { code: code.trim() }) }),
      )}
    >
      {login.isError &&
        (apiErrorOf(login.error)?.code === 'TOTP_REQUIRED' ? (
          <Banner tone="info">{loginFailure(login.error, texts)}</Banner>
        ) : (
          <Banner tone="error">{loginFailure(login.error, texts)}</Banner>
        ))}
      <Field label={texts.username} error={errors.username && texts.usernameIsRequired} isRequired>
        <Input autoComplete="username" autoCapitalize="none" {...form.register('username', { required: true })} />
      </Field>
      <Field
        label={texts.password}
        error={errors.password && (errors.password.message || texts.passwordIsRequired)}
        isRequired
      >
        <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
      </Field>
      {asksForCode && (
        <Field
          label={texts.oneTimeCode}
          help={texts.ofYourAuthenticatorAppOr}
          error={errors.code && texts.enterThe6DigitsOf}
          isRequired
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            maxLength={20}
            {...form.register('code', { validate: (code) => /^(\d{6}|[a-z\d]{5}[ -]?[a-z\d]{5})$/i.test(code.trim()) })}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Checkbox label={texts.rememberMe} {...form.register('remember')} />
        <Link className={linkClasses} to="/duaicheck-trial/forgot-password">
          {texts.forgotPassword}
        </Link>
      </div>
      <Button type="submit" isPending={login.isPending}>
        {login.isPending ? texts.authenticating : texts.signIn2}
      </Button>
    </form>
  );
}
