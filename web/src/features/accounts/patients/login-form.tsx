import { accounts } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { apiErrorOf, call, messageOf } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/form-errors.ts';
import { useMessages } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { linkClasses } from '../../../ui/page.tsx';

export interface LoginFormProps {
  readonly onSignedIn: (token: string) => void;
  /** Set if a session ended on an open page: only the same person may go on there. */
  readonly fixedEmail?: string;
}

export function LoginForm({ onSignedIn, fixedEmail }: LoginFormProps) {
  const texts = useMessages().accounts.login;
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(accounts.patientLoginSchema),
    defaultValues: { email: fixedEmail ?? '', password: '' },
  });
  const [code, setCode] = useState<string | null>(null);
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const { errors } = form.formState;
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      call(accounts.loginPatient, { body: { ...body, ...(code && { code }) } }),
    onSuccess: ({ token }) => {
      showToast({ tone: 'success', title: texts.succeededTitle });
      onSignedIn(token);
    },
    onError: (error) => {
      // The password was correct: the code is the next step, not a failure.
      if (apiErrorOf(error)?.code === 'TOTP_REQUIRED') return setCode('');
      // Shown at the field too, because the toast closes after five seconds. The message does not say which of the two is
      // wrong.
      if (apiErrorOf(error)?.code === 'CREDENTIALS_WRONG')
        form.setError('password', { type: 'server', message: texts.wrong }, { shouldFocus: true });
      showToast({ tone: 'destructive', title: texts.failedTitle, description: messageOf(error, texts.failedText) });
    },
  });
  const isCodeWrong = apiErrorOf(login.error)?.code === 'TOTP_CODE_WRONG';
  const signIn = (values: { email: string; password: string }) => {
    setIsCodeMissing(code?.trim() === '');
    if (code?.trim() !== '') login.mutate(values);
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(signIn)}>
      <Field label={texts.email} error={errorText(errors.email)} isRequired>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          readOnly={fixedEmail !== undefined}
          {...form.register('email')}
        />
      </Field>
      <Field label={texts.password} error={errorText(errors.password)} isRequired>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {code !== null && (
        <Field
          label={texts.code}
          help={texts.codeHelp}
          error={isCodeMissing ? texts.codeMissing : isCodeWrong ? messageOf(login.error, texts.failedText) : undefined}
          isRequired
        >
          <Input
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            dir="ltr"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {fixedEmail === undefined && (
        <Link
          to="/second-opinion/forgot-password"
          className={`${linkClasses} -my-2 inline-flex min-h-11 items-center justify-self-start`}
        >
          {texts.forgot}
        </Link>
      )}
      <Button type="submit" isPending={login.isPending}>
        {login.isPending ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}
