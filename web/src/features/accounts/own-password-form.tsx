import { type Endpoint, passwordChangeBody } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { apiErrorOf, callRaw, messageOf } from '../../lib/api.ts';
import { useErrorText } from '../../lib/form-errors.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/input.tsx';

type Body = z.output<typeof passwordChangeBody>;

/** Changes the password of the signed-in user of the trial portal or the console. */
export function OwnPasswordForm({
  endpoint,
  username,
  onChanged,
}: {
  readonly endpoint: Endpoint;
  readonly username: string;
  readonly onChanged?: () => void;
}) {
  const texts = useWorkTexts().accounts.ownPasswordForm;
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(passwordChangeBody),
    defaultValues: { currentPassword: '', password: '' },
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: Body) => callRaw(endpoint, { body }),
    onSuccess: () => {
      form.reset();
      onChanged?.();
      showToast({
        tone: 'success',
        title: texts.yourPasswordWasChanged,
        description: texts.yourOtherSessionsWereEnded,
      });
    },
  });
  const refusal = change.error ? messageOf(change.error, texts.theServerCouldNotBe) : undefined;
  const isWrong = apiErrorOf(change.error)?.code === 'PASSWORD_WRONG';
  const isCommon = apiErrorOf(change.error)?.code === 'PASSWORD_TOO_COMMON';
  return (
    <form
      noValidate
      className="grid max-w-md justify-items-start gap-4"
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
    >
      {/* Password managers assign the new password to the account by this field. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field
        className="w-full"
        label={texts.currentPassword}
        error={errorText(errors.currentPassword) ?? (isWrong ? refusal : undefined)}
        isRequired
      >
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field
        className="w-full"
        label={texts.newPassword}
        help={texts.atLeast8Characters}
        error={errorText(errors.password) ?? (isCommon ? refusal : undefined)}
        isRequired
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      {refusal && !isWrong && !isCommon && (
        <Banner tone="error" title={texts.yourPasswordWasNotChanged}>
          {refusal}
        </Banner>
      )}
      <Button type="submit" variant="secondary" isPending={change.isPending}>
        {texts.changePassword}
      </Button>
    </form>
  );
}
