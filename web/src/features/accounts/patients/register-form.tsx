import { accounts } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { apiErrorOf, call, messageOf } from '../../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { refusedFields } from '../../../lib/form-errors.ts';
import { useLanguage } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { CommunicationStep, PersonalStep, SecurityStep } from './register-steps.tsx';
import {
  clampStep,
  draftOf,
  isPhoneMissing,
  REGISTRATION_DRAFT,
  REGISTRATION_STEPS,
  type RegistrationForm,
  type RegistrationFormInput,
  registrationFormSchema,
  STEP_FIELDS,
  stepOfField,
  toRegistration,
  withDraft,
} from './registration-form.ts';

/** The wizard of three steps. Typed values are never cleared; a refused field brings back its step. */
export function RegisterForm({ onRegistered }: { readonly onRegistered: (token: string) => void }) {
  const { language, messages } = useLanguage();
  const texts = messages.accounts.register;
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft] = useState(() => readDraft(REGISTRATION_DRAFT, ''));
  const { step, goTo } = useSteps(draft !== null);
  const form = useForm<RegistrationFormInput, unknown, RegistrationForm>({
    resolver: zodResolver(registrationFormSchema),
    defaultValues: withDraft(draft),
  });
  useCorrections(form);
  useEffect(() => {
    const subscription = form.watch((values) => keepDraft(REGISTRATION_DRAFT, '', draftOf(values)));
    return () => subscription.unsubscribe();
  }, [form]);

  const registration = useMutation({
    mutationFn: (values: RegistrationForm) =>
      call(accounts.registerPatient, { body: toRegistration(values, language) }),
    onSuccess: ({ token }) => {
      dropDraft(REGISTRATION_DRAFT);
      showToast({ tone: 'success', title: texts.succeededTitle, description: texts.succeededText });
      onRegistered(token);
    },
    onError: (error) => {
      showToast({ tone: 'destructive', title: texts.failedTitle, description: messageOf(error, texts.failedText) });
      // The toast disappears; the text that says what to do stays beside the address.
      const isTaken = apiErrorOf(error)?.code === 'EMAIL_TAKEN';
      const refused = isTaken ? [{ path: 'email', message: messageOf(error, texts.failedText) }] : refusedFields(error);
      for (const field of refused) {
        form.setError(field.path as keyof RegistrationFormInput, { type: 'server', message: field.message });
      }
      if (refused[0]) goTo(stepOfField(refused[0].path));
    },
  });

  const steps = [texts.steps.personal, texts.steps.communication, texts.steps.security];
  const hasMoved = useRef(false);
  useEffect(() => {
    if (step && hasMoved.current) heading.current?.focus();
    hasMoved.current = true;
  }, [step]);

  const goForward = async () => {
    const isValid = await form.trigger([...(STEP_FIELDS[step - 1] ?? [])], { shouldFocus: true });
    if (step === 2 && isPhoneMissing(form.getValues())) {
      form.setError('phone', { type: 'required', message: 'PHONE_NEEDED_FOR_SMS' }, { shouldFocus: true });
      return;
    }
    if (isValid) goTo(step + 1);
  };
  const submit = form.handleSubmit(
    (values) => registration.mutateAsync(values).catch(() => undefined),
    (errors) => goTo(Math.min(step, ...Object.keys(errors).map(stepOfField))),
  );

  return (
    <Form className="grid gap-6" onSubmit={() => void (step < REGISTRATION_STEPS ? goForward() : submit())}>
      <Stepper label={texts.stepsLabel} steps={steps} current={step} />
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {steps[step - 1]}
      </h2>
      {step === 1 && <PersonalStep form={form} />}
      {step === 2 && <CommunicationStep form={form} />}
      {step === 3 && <SecurityStep form={form} />}
      <div className="flex flex-wrap justify-between gap-3">
        {step > 1 && (
          <Button variant="secondary" disabled={registration.isPending} onClick={() => goTo(step - 1)}>
            {messages.interface.back}
          </Button>
        )}
        <Button type="submit" isPending={registration.isPending} className="ms-auto">
          {step < REGISTRATION_STEPS
            ? messages.interface.next
            : registration.isPending
              ? texts.submitting
              : texts.submit}
        </Button>
      </div>
    </Form>
  );
}

interface StepState {
  readonly step?: number;
}

/**
 * The step is kept in the history, so that the browser's back button goes back one step and a reload stays on the step.
 * Without a draft the wizard starts at step 1.
 */
function useSteps(hasDraft: boolean): { step: number; goTo: (wanted: number) => void } {
  const navigate = useNavigate();
  const state = useLocation().state as StepState | null;
  const [isBegun, setIsBegun] = useState(hasDraft);
  const step = isBegun ? clampStep(state?.step ?? 1) : 1;
  return {
    step,
    goTo: (wanted) => {
      const next = clampStep(wanted);
      setIsBegun(true);
      if (next < step) void navigate(next - step);
      else if (next > step) void navigate('.', { state: { step: next } satisfies StepState });
    },
  };
}

/**
 * Removes an error while its field is being corrected. Not when the field loses focus, because the page would shift while the
 * pointer presses the button.
 */
function useCorrections(form: UseFormReturn<RegistrationFormInput, unknown, RegistrationForm>): void {
  useEffect(() => {
    const subscription = form.watch((_values, { name }) => {
      if (name === 'preferredNotification') form.clearErrors('phone');
      const affected = name === 'password' ? (['password', 'confirmPassword'] as const) : name ? [name] : [];
      for (const field of affected) if (form.getFieldState(field).invalid) void form.trigger(field);
    });
    return () => subscription.unsubscribe();
  }, [form]);
}
