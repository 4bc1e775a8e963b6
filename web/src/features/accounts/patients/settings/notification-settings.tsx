import { accountSettings, accounts } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { call } from '../../../../lib/api.ts';
import { useErrorText } from '../../../../lib/form-errors.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/forms/choices.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Input } from '../../../../ui/forms/input.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { needsPhoneCheck, PhoneCheck } from '../phone-check.tsx';
import { SettingsError } from './settings-error.tsx';
import { usePatientChange } from './settings-queries.ts';

export function NotificationSettings({ patient }: { readonly patient: accounts.Patient }) {
  const messages = useMessages();
  const texts = messages.settings;
  const labels = messages.accounts.register;
  const errorText = useErrorText();
  const form = useForm<accountSettings.NotificationSettingsInput, unknown, accountSettings.NotificationSettings>({
    resolver: zodResolver(accountSettings.notificationSettingsSchema),
    defaultValues: { preferredNotification: patient.preferredNotification, phone: patient.phone ?? '' },
  });
  const needsPhone = form.watch('preferredNotification') !== 'email';
  const change = usePatientChange((body: accountSettings.NotificationSettings) =>
    call(accountSettings.changeNotifications, { body }),
  );
  return (
    <SectionCard heading={texts.notifications.heading}>
      {needsPhoneCheck(patient) && patient.phone && <PhoneCheck phone={patient.phone} />}
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => change.mutate(values))}>
        <RadioGroup
          legend={labels.notification}
          help={labels.notificationHelp}
          options={accounts.NOTIFICATION_CHOICES.map((value) => ({ value, label: labels.notifications[value] }))}
          input={form.register('preferredNotification')}
        />
        <Field
          label={labels.phone}
          help={labels.phoneHelp}
          error={errorText(form.formState.errors.phone)}
          isRequired={needsPhone}
          isOptional={!needsPhone}
        >
          <Input type="tel" inputMode="tel" autoComplete="tel" dir="ltr" {...form.register('phone')} />
        </Field>
        {patient.isPhoneVerified && (
          <p className="flex items-center gap-2 text-green">
            <CircleCheck aria-hidden className="size-5 shrink-0" />
            {texts.notifications.verified}
          </p>
        )}
        <SettingsError error={change.error} />
        <Button type="submit" isPending={change.isPending} className="justify-self-start">
          {change.isPending ? texts.saving : texts.save}
        </Button>
      </form>
    </SectionCard>
  );
}
