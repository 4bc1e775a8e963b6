import { accountSettings } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../../lib/api.ts';
import { useErrorText } from '../../../../lib/form-errors.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { renew } from '../../../../lib/renewals.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/forms/choices.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../../ui/forms/input.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { passkeysKey, usePasskeys } from './passkey-queries.ts';
import { SettingsError } from './settings-error.tsx';

export function PasswordSettings({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const messages = useMessages();
  const texts = messages.settings;
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const hasPasskeys = (usePasskeys().data?.length ?? 0) > 0;
  const form = useForm({
    resolver: zodResolver(accountSettings.passwordChangeSchema),
    defaultValues: { currentPassword: '', password: '', removePasskeys: false, endShares: false },
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: z.input<typeof accountSettings.passwordChangeSchema>) =>
      call(accountSettings.changePassword, { body }),
    onSuccess: ({ message }) => {
      form.reset();
      onChanged();
      void renew(queryClient, passkeysKey);
      showToast({ tone: 'success', title: texts.password.doneTitle, description: message });
    },
  });
  return (
    <SectionCard heading={texts.password.heading} help={texts.password.help}>
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => change.mutate(values))}>
        {/* Password managers assign the new password to the account by this field. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={texts.currentPassword} error={errorText(errors.currentPassword)} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field
          label={texts.password.newPassword}
          help={messages.accounts.register.passwordHelp}
          error={errorText(errors.password)}
          isRequired
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        {hasPasskeys && (
          <Checkbox
            label={texts.password.removePasskeys}
            help={texts.password.removePasskeysHelp}
            {...form.register('removePasskeys')}
          />
        )}
        <Checkbox
          label={texts.password.endShares}
          help={texts.password.endSharesHelp}
          {...form.register('endShares')}
        />
        <SettingsError error={change.error} />
        <Button type="submit" variant="secondary" isPending={change.isPending} className="justify-self-start">
          {texts.password.submit}
        </Button>
      </form>
    </SectionCard>
  );
}
