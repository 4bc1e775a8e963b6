import { accountSettings, type accounts } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { call } from '../../../../lib/api.ts';
import { useErrorText } from '../../../../lib/form-errors.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../../../ui/forms/input.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { SettingsError } from './settings-error.tsx';
import { usePatientChange } from './settings-queries.ts';

/** A new address takes effect when the link mailed to it is opened. */
export function EmailSettings({ patient }: { readonly patient: accounts.Patient }) {
  const texts = useMessages().settings;
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(accountSettings.emailChangeSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;
  const change = usePatientChange(
    (body: { email: string; password: string }) => call(accountSettings.changeEmail, { body }),
    { doneTitle: texts.email.askedTitle, onDone: () => form.reset() },
  );
  const cancel = usePatientChange(() => call(accountSettings.cancelEmailChange));
  return (
    <SectionCard heading={texts.email.heading}>
      <dl>
        <dt className="text-[0.9em] text-grey-4">{texts.email.current}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi>{patient.email}</bdi>{' '}
          <span className="text-[0.9em] text-grey-4">
            ({patient.isEmailVerified ? texts.email.verified : texts.email.unverified})
          </span>
        </dd>
      </dl>
      {patient.pendingEmail && (
        <Banner
          tone="info"
          title={texts.email.pendingTitle}
          action={
            <Button variant="secondary" isPending={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              {texts.email.cancel}
            </Button>
          }
        >
          {texts.email.pendingText({ email: patient.pendingEmail })}
        </Banner>
      )}
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => change.mutate(values))}>
        <Field
          label={texts.email.newAddress}
          help={texts.email.newAddressHelp}
          error={errorText(errors.email)}
          isRequired
        >
          <Input type="email" inputMode="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <Field label={texts.currentPassword} error={errorText(errors.password)} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <SettingsError error={change.error ?? cancel.error} />
        <Button type="submit" variant="secondary" isPending={change.isPending} className="justify-self-start">
          {texts.email.submit}
        </Button>
      </form>
    </SectionCard>
  );
}
