import { emailSchema, institutions } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../lib/api.ts';
import { refusedFields } from '../../lib/form-errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { canContinue, EMPTY_TRIAL, registrationFailure, type TrialForm, toApplication } from './application-form.ts';
import { registrationMailto } from './application-mail.ts';

const STEPS = ['Institution', 'Technical details', 'Confirmation'];
const LABELS: Record<keyof TrialForm, string> = {
  institutionName: 'Institution name',
  contactName: 'Contact name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  pacsVendor: 'PACS vendor',
  pacsVersion: 'PACS version',
  dicomNodes: 'DICOM nodes',
  modalities: 'Modalities',
  studiesPerDay: 'Studies per day',
  comments: 'Comments',
  gdprConsent: 'Consent',
};
/** A refused field by the name that the form gives it. */
const labelOf = (path: string): string => LABELS[path as keyof TrialForm] ?? path;

/** The wizard of three steps; on success it opens the prefilled mail draft. */
export function TrialRegistration({ onRegistered }: { readonly onRegistered: (mailto: string) => void }) {
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
  /** What the browser's own check of the e-mail field would say, beside the field and in our words. */
  const goOn = () => {
    const email = emailSchema.safeParse(form.getValues('email'));
    if (step === 1 && !email.success) {
      form.setError('email', { message: email.error.issues[0]!.message }, { shouldFocus: true });
    } else setStep(step + 1);
  };
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (step < STEPS.length) goOn();
        else void submit();
      }}
    >
      <Stepper label="Registration steps" steps={STEPS} current={step} />
      {/* Whoever hears or tabs through the page begins the new step at its top; the stepper above shows it. */}
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {STEPS[step - 1]}
      </h2>
      {registration.isError && (
        <Banner tone="error" title={registrationFailure(registration.error)}>
          {refused.length > 0 && refused.map(({ path, message }) => `${labelOf(path)}: ${message}`).join(' · ')}
        </Banner>
      )}
      {step === 1 && <InstitutionStep form={form} />}
      {step === 2 && <TechnicalStep form={form} />}
      {step === 3 && <ConfirmationStep form={form} />}
      <div className="flex flex-wrap justify-between gap-3">
        {step > 1 && (
          <Button variant="secondary" disabled={registration.isPending} onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        <Button
          type="submit"
          isPending={registration.isPending}
          disabled={!canContinue(step, values)}
          className="ms-auto"
        >
          {step < STEPS.length ? 'Continue' : registration.isPending ? 'Submitting...' : 'Submit registration'}
        </Button>
      </div>
    </form>
  );
}

interface StepProps {
  readonly form: UseFormReturn<TrialForm>;
}

function InstitutionStep({ form }: StepProps) {
  return (
    <>
      <Field label={LABELS.institutionName} isRequired>
        <Input autoComplete="organization" {...form.register('institutionName')} />
      </Field>
      <Field label={LABELS.contactName} isRequired>
        <Input autoComplete="name" {...form.register('contactName')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={LABELS.email} error={form.formState.errors.email?.message} isRequired>
          <Input
            type="email"
            autoComplete="email"
            {...form.register('email', { onChange: () => form.clearErrors('email') })}
          />
        </Field>
        <Field label={LABELS.phone} isRequired>
          <Input type="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
      </div>
      <Field label={LABELS.country} isRequired>
        <Select autoComplete="country-name" required {...form.register('country')}>
          <option value="">Choose a country</option>
          {institutions.TRIAL_COUNTRIES.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function TechnicalStep({ form }: StepProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={LABELS.pacsVendor} isRequired>
          <Input {...form.register('pacsVendor')} />
        </Field>
        <Field label={LABELS.pacsVersion} isOptional>
          <Input {...form.register('pacsVersion')} />
        </Field>
        <Field label={LABELS.dicomNodes} help="How many nodes would send to us" isOptional>
          <Input inputMode="numeric" {...form.register('dicomNodes')} />
        </Field>
        <Field label={LABELS.studiesPerDay} help="All modalities together" isOptional>
          <Select {...form.register('studiesPerDay')}>
            <option value="">Not specified</option>
            {institutions.STUDIES_PER_DAY.map((range) => (
              <option key={range}>{range}</option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">{LABELS.modalities}</legend>
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
              {modality}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function ConfirmationStep({ form }: StepProps) {
  const { institutionName, contactName, email, phone, country, pacsVendor } = form.getValues();
  const summary = {
    Institution: institutionName,
    Contact: contactName,
    Email: email,
    Phone: phone,
    Country: country,
    'PACS vendor': pacsVendor,
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
      <Field label={LABELS.comments} isOptional>
        <Textarea {...form.register('comments')} />
      </Field>
      <Checkbox
        label="I agree that my personal data is used only to contact me about the trial."
        {...form.register('gdprConsent')}
      />
    </>
  );
}
