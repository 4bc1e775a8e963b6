import { accounts } from '@duai/contract';
import { type UseFormReturn, useController } from 'react-hook-form';
import { policyPathIn } from '../../../content/policies.ts';
import { useErrorText } from '../../../lib/form-errors.ts';
import { useLanguage, useMessages } from '../../../lib/messages.tsx';
import { BirthDateField } from '../../../ui/forms/birth-date-field.tsx';
import { Checkbox, RadioGroup } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, PasswordInput, Select } from '../../../ui/forms/input.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import type { RegistrationForm, RegistrationFormInput } from './registration-form.ts';

interface StepProps {
  readonly form: UseFormReturn<RegistrationFormInput, unknown, RegistrationForm>;
}

export function PersonalStep({ form }: StepProps) {
  const texts = useMessages().accounts.register;
  const errorText = useErrorText();
  const { errors } = form.formState;
  const dateOfBirth = useController({ control: form.control, name: 'dateOfBirth' });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.firstName} error={errorText(errors.firstName)} isRequired>
          <Input autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label={texts.lastName} error={errorText(errors.lastName)} isRequired>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label={texts.email} error={errorText(errors.email)} isRequired>
        <Input type="email" inputMode="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <BirthDateField
          label={texts.dateOfBirth}
          error={errorText(errors.dateOfBirth)}
          isOwn
          input={dateOfBirth.field}
        />
        <Field label={texts.gender} error={errorText(errors.gender)} isOptional>
          <Select autoComplete="sex" {...form.register('gender')}>
            <option value="" />
            {accounts.GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {texts.genders[gender]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.country} error={errorText(errors.country)} isOptional>
          <Input autoComplete="country-name" {...form.register('country')} />
        </Field>
      </div>
    </>
  );
}

export function CommunicationStep({ form }: StepProps) {
  const texts = useMessages().accounts.register;
  const errorText = useErrorText();
  const { errors } = form.formState;
  const needsPhone = form.watch('preferredNotification') !== 'email';
  return (
    <>
      <RadioGroup
        legend={texts.notification}
        help={texts.notificationHelp}
        options={accounts.NOTIFICATION_CHOICES.map((value) => ({ value, label: texts.notifications[value] }))}
        input={form.register('preferredNotification')}
      />
      <Field
        label={texts.phone}
        help={texts.phoneHelp}
        error={errorText(errors.phone)}
        isRequired={needsPhone}
        isOptional={!needsPhone}
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" dir="ltr" {...form.register('phone')} />
      </Field>
    </>
  );
}

export function SecurityStep({ form }: StepProps) {
  const { language, messages } = useLanguage();
  const { register: texts, consents } = messages.accounts;
  const errorText = useErrorText();
  const { errors } = form.formState;
  return (
    <>
      <Field label={texts.password} help={texts.passwordHelp} error={errorText(errors.password)} isRequired>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label={texts.confirmPassword} error={errorText(errors.confirmPassword)} isRequired>
        <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
      </Field>
      <div className="grid gap-4">
        <Checkbox
          label={texts.acceptTerms}
          help={
            <a
              href={policyPathIn('/terms-of-service', language)}
              target="_blank"
              rel="noreferrer"
              className={linkClasses}
            >
              {texts.readTerms}
            </a>
          }
          error={errorText(errors.acceptTerms)}
          {...form.register('acceptTerms')}
        />
        <Checkbox
          label={texts.acceptPrivacy}
          help={
            <a
              href={policyPathIn('/privacy-policy', language)}
              target="_blank"
              rel="noreferrer"
              className={linkClasses}
            >
              {texts.readPrivacy}
            </a>
          }
          error={errorText(errors.acceptPrivacy)}
          {...form.register('acceptPrivacy')}
        />
      </div>
      <fieldset className="grid gap-4 border-t border-grey-2 pt-5">
        <legend className="sr-only">{consents.heading}</legend>
        <div>
          <p aria-hidden className="font-semibold">
            {consents.heading}
          </p>
          <p className="text-[0.9em] text-grey-4">{consents.intro}</p>
        </div>
        <Checkbox
          label={consents.purposes['health-data']}
          error={errorText(errors.consentHealthData)}
          {...form.register('consentHealthData')}
        />
        <Checkbox
          label={consents.purposes['ai-analysis']}
          error={errorText(errors.consentAiAnalysis)}
          {...form.register('consentAiAnalysis')}
        />
      </fieldset>
    </>
  );
}
