import { emailSchema, institutions } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../lib/api.ts';
import { refusedFields, useErrorText } from '../../lib/form-errors.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select, Textarea } from '../../ui/forms/input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { canContinue, EMPTY_TRIAL, registrationFailure, type TrialForm, toApplication } from './application-form.ts';
import { registrationMailto } from './application-mail.ts';

type Texts = WorkTexts['institutions']['trialRegistration'];
const stepsOf = (texts: Texts) => [texts.institution, texts.technicalDetails, texts.confirmation];
const labelsOf = (texts: Texts): Record<keyof TrialForm, string> => ({
  institutionName: texts.institutionName,
  contactName: texts.contactName,
  email: texts.email,
  phone: texts.phone,
  country: texts.country,
  pacsVendor: texts.pacsVendor,
  pacsVersion: texts.pacsVersion,
  dicomNodes: texts.dicomNodes,
  modalities: texts.modalities,
  studiesPerDay: texts.studiesPerDay,
  comments: texts.comments,
  gdprConsent: texts.consent,
});
/** The label of a refused field in the form. */
const labelOf = (path: string, texts: Texts): string => labelsOf(texts)[path as keyof TrialForm] ?? path;

/** The wizard of three steps; on success it opens the prefilled mail draft. */
export function TrialRegistration({ onRegistered }: { readonly onRegistered: (mailto: string) => void }) {
  const texts = useWorkTexts().institutions.trialRegistration;
  const [step, setStep] = useState(1);
  const form = useForm<TrialForm>({ defaultValues: EMPTY_TRIAL });
  const values = form.watch();
  const registration = useMutation({
    mutationFn: (application: institutions.TrialRegistration) =>
      call(institutions.registerTrial, { body: application }),
    onSuccess: (_answer, application) => {
      const mailto = registrationMailto(application);
      onRegistered(mailto);
      window.location.assign(mailto);
    },
  });
  const submit = form.handleSubmit((filled) => registration.mutate(toApplication(filled)));
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  const refused = refusedFields(registration.error);
  /** Replaces the browser's own validation of the e-mail field with our texts beside the field. */
  const goOn = () => {
    const email = emailSchema.safeParse(form.getValues('email'));
    if (step === 1 && !email.success) {
      form.setError('email', { message: email.error.issues[0]?.message }, { shouldFocus: true });
    } else setStep(step + 1);
  };
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (step < stepsOf(texts).length) goOn();
        else void submit();
      }}
    >
      <Stepper label={texts.registrationSteps} steps={stepsOf(texts)} current={step} />
      {/* Moves the focus to the top of the new step, for screen readers and the keyboard; the stepper above shows it
          visually. */}
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {stepsOf(texts)[step - 1]}
      </h2>
      {registration.isError && (
        <Banner tone="error" title={registrationFailure(registration.error, texts)}>
          {refused.length > 0 && refused.map(({ path, message }) => `${labelOf(path, texts)}: ${message}`).join(' · ')}
        </Banner>
      )}
      {step === 1 && <InstitutionStep form={form} />}
      {step === 2 && <TechnicalStep form={form} />}
      {step === 3 && <ConfirmationStep form={form} />}
      <div className="flex flex-wrap justify-between gap-3">
        {step > 1 && (
          <Button variant="secondary" disabled={registration.isPending} onClick={() => setStep(step - 1)}>
            {texts.back}
          </Button>
        )}
        <Button
          type="submit"
          isPending={registration.isPending}
          disabled={!canContinue(step, values)}
          className="ms-auto"
        >
          {step < stepsOf(texts).length
            ? texts.continue
            : registration.isPending
              ? texts.submitting
              : texts.submitRegistration}
        </Button>
      </div>
    </form>
  );
}

interface StepProps {
  readonly form: UseFormReturn<TrialForm>;
}

function InstitutionStep({ form }: StepProps) {
  const texts = useWorkTexts().institutions.trialRegistration;
  const errorText = useErrorText();
  return (
    <>
      <Field label={texts.institutionName} isRequired>
        <Input autoComplete="organization" {...form.register('institutionName')} />
      </Field>
      <Field label={texts.contactName} isRequired>
        <Input autoComplete="name" {...form.register('contactName')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.email} error={errorText(form.formState.errors.email)} isRequired>
          <Input
            type="email"
            autoComplete="email"
            {...form.register('email', { onChange: () => form.clearErrors('email') })}
          />
        </Field>
        <Field label={texts.phone} isRequired>
          <Input type="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
      </div>
      <Field label={texts.country} isRequired>
        <Select autoComplete="country-name" required {...form.register('country')}>
          <option value="">{texts.chooseACountry}</option>
          {institutions.TRIAL_COUNTRIES.map((country) => (
            <option key={country} value={country}>
              {texts.choices[country]}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function TechnicalStep({ form }: StepProps) {
  const texts = useWorkTexts().institutions.trialRegistration;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.pacsVendor} isRequired>
          <Input {...form.register('pacsVendor')} />
        </Field>
        <Field label={texts.pacsVersion} isOptional>
          <Input {...form.register('pacsVersion')} />
        </Field>
        <Field label={texts.dicomNodes} help={texts.howManyNodesWouldSend} isOptional>
          <Input inputMode="numeric" {...form.register('dicomNodes')} />
        </Field>
        <Field label={texts.studiesPerDay} help={texts.allModalitiesTogether} isOptional>
          <Select {...form.register('studiesPerDay')}>
            <option value="">{texts.notSpecified}</option>
            {institutions.STUDIES_PER_DAY.map((range) => (
              <option key={range} value={range}>
                {texts.choices[range]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">{texts.modalities}</legend>
        <div className="flex flex-wrap gap-2">
          {institutions.TRIAL_MODALITIES.map((modality) => (
            <label
              key={modality}
              className="inline-flex min-h-10 items-center gap-2 rounded border border-grey-3 px-3 has-checked:border-signal has-checked:bg-signal-soft"
            >
              <input
                type="checkbox"
                value={modality}
                className="size-4 accent-(--signal)"
                {...form.register('modalities')}
              />
              {texts.choices[modality]}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function ConfirmationStep({ form }: StepProps) {
  const texts = useWorkTexts().institutions.trialRegistration;
  const { institutionName, contactName, email, phone, country, pacsVendor } = form.getValues();
  const summary = {
    [texts.institution]: institutionName,
    [texts.contact]: contactName,
    [texts.email]: email,
    [texts.phone]: phone,
    [texts.country]: country && texts.choices[country as keyof typeof texts.choices],
    [texts.pacsVendor]: pacsVendor,
  };
  return (
    <>
      <dl className="grid gap-2 rounded border border-grey-2 bg-grey-1 p-4 sm:grid-cols-2">
        {Object.entries(summary).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-grey-4">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <Field label={texts.comments} isOptional>
        <Textarea {...form.register('comments')} />
      </Field>
      <Checkbox label={texts.iAgreeThatMyPersonal} {...form.register('gdprConsent')} />
    </>
  );
}
