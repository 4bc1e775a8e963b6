import { type Endpoint, emailSchema, passwordSchema, removePasskeysField } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { callRaw, messageOf } from '../../lib/api.ts';
import { useErrorText } from '../../lib/form-errors.ts';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { useInterfaceTexts, type WorkTexts } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../ui/forms/input.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** Asks for a reset link. The answer is the same whether the account exists or not. Used in all three areas. */
export function ForgotPasswordForm({
  endpoint,
  texts,
  emailLabel,
  loginPath,
}: {
  readonly endpoint: Endpoint;
  readonly texts: WorkTexts['passwords']['forgot'];
  readonly emailLabel: string;
  readonly loginPath: string;
}) {
  const errorText = useErrorText();
  const general = useInterfaceTexts();
  const form = useForm({ resolver: zodResolver(z.object({ email: emailSchema })), defaultValues: { email: '' } });
  const request = useMutation({ mutationFn: (body: { email: string }) => callRaw(endpoint, { body }) });
  const back = (
    <Link to={loginPath} className={`${linkClasses} -my-2 inline-flex min-h-11 items-center justify-self-start`}>
      {texts.backToLogin}
    </Link>
  );
  if (request.isSuccess) {
    return (
      <div className="grid gap-5">
        <Banner tone="success" title={texts.sentTitle}>
          {texts.sentText}
        </Banner>
        {back}
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => request.mutate(values))}>
      <p className="text-grey-4">{texts.intro}</p>
      {request.isError && (
        <Banner tone="error" title={texts.failedTitle}>
          {messageOf(request.error, general.noConnection)}
        </Banner>
      )}
      <Field label={emailLabel} error={errorText(form.formState.errors.email)} isRequired>
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Button type="submit" isPending={request.isPending}>
        {request.isPending ? texts.submitting : texts.submit}
      </Button>
      {back}
    </form>
  );
}

/** Sets a new password by the mailed link. Used in all three areas. */
export function ResetPasswordForm({
  endpoint,
  texts,
  passwordHelp,
  loginLabel,
  loginPath,
  forgotPath,
  passkeyTexts,
}: {
  readonly endpoint: Endpoint;
  readonly texts: WorkTexts['passwords']['reset'];
  /** Texts of the question whether passkeys are removed too; only for areas whose accounts can have passkeys. */
  readonly passkeyTexts?: { readonly label: string; readonly help: string };
  readonly passwordHelp: string;
  readonly loginLabel: string;
  readonly loginPath: string;
  readonly forgotPath: string;
}) {
  const token = useFragmentToken();
  const errorText = useErrorText();
  const general = useInterfaceTexts();
  const form = useForm({
    resolver: zodResolver(z.object({ password: passwordSchema, removePasskeys: removePasskeysField })),
    defaultValues: { password: '', removePasskeys: false },
  });
  const reset = useMutation({
    mutationFn: ({ password, removePasskeys }: { password: string; removePasskeys?: boolean | undefined }) =>
      callRaw(endpoint, { body: { token, password, ...(passkeyTexts && { removePasskeys }) } }),
  });
  const askAgain = (
    <ButtonLink to={forgotPath} variant="secondary" className="justify-self-start">
      {texts.requestAgain}
    </ButtonLink>
  );
  if (token === undefined) return <Spinner label={general.loading} />;
  if (token === null) {
    return (
      <div className="grid gap-5">
        <Banner tone="warning" title={texts.linkMissingTitle}>
          {texts.linkMissingText}
        </Banner>
        {askAgain}
      </div>
    );
  }
  if (reset.isSuccess) {
    return (
      <div className="grid gap-5">
        <Banner tone="success" title={texts.doneTitle}>
          {texts.doneText}
        </Banner>
        <ButtonLink to={loginPath} className="justify-self-start">
          {loginLabel}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
      {reset.isError && (
        <Banner tone="error" title={texts.failedTitle} action={askAgain}>
          {messageOf(reset.error, general.noConnection)}
        </Banner>
      )}
      <Field label={texts.password} help={passwordHelp} error={errorText(form.formState.errors.password)} isRequired>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      {passkeyTexts && (
        <Checkbox label={passkeyTexts.label} help={passkeyTexts.help} {...form.register('removePasskeys')} />
      )}
      <Button type="submit" isPending={reset.isPending}>
        {reset.isPending ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}
