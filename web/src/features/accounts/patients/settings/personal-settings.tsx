import { accountSettings, accounts } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import { call } from '../../../../lib/api.ts';
import { useErrorText } from '../../../../lib/form-errors.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { BirthDateField } from '../../../../ui/forms/birth-date-field.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Input, Select } from '../../../../ui/forms/input.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { SettingsError } from './settings-error.tsx';
import { usePatientChange } from './settings-queries.ts';

export function PersonalSettings({ patient }: { readonly patient: accounts.Patient }) {
  const messages = useMessages();
  const texts = messages.settings;
  const labels = messages.accounts.register;
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(accountSettings.personalDetailsSchema),
    defaultValues: {
      firstName: patient.firstName,
      lastName: patient.lastName,
      dateOfBirth: patient.dateOfBirth ?? '',
      gender: patient.gender ?? ('' as const),
      country: patient.country ?? '',
    },
  });
  const { errors } = form.formState;
  const dateOfBirth = useController({ control: form.control, name: 'dateOfBirth' });
  const change = usePatientChange((body: accountSettings.PersonalDetails) =>
    call(accountSettings.changePersonalDetails, { body }),
  );
  return (
    <SectionCard heading={texts.personal.heading} help={texts.personal.help}>
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => change.mutate(values))}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={labels.firstName} error={errorText(errors.firstName)} isRequired>
            <Input autoComplete="given-name" {...form.register('firstName')} />
          </Field>
          <Field label={labels.lastName} error={errorText(errors.lastName)} isRequired>
            <Input autoComplete="family-name" {...form.register('lastName')} />
          </Field>
          <BirthDateField
            label={labels.dateOfBirth}
            error={errorText(errors.dateOfBirth)}
            isOwn
            input={dateOfBirth.field}
          />
          <Field label={labels.gender} error={errorText(errors.gender)} isOptional>
            <Select autoComplete="sex" {...form.register('gender')}>
              <option value="" />
              {accounts.GENDERS.map((gender) => (
                <option key={gender} value={gender}>
                  {labels.genders[gender]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={labels.country} error={errorText(errors.country)} isOptional>
            <Input autoComplete="country-name" {...form.register('country')} />
          </Field>
        </div>
        <SettingsError error={change.error} />
        <Button type="submit" isPending={change.isPending} className="justify-self-start">
          {change.isPending ? texts.saving : texts.save}
        </Button>
      </form>
    </SectionCard>
  );
}
