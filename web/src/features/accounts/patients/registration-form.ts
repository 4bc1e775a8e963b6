import { accounts, type Language } from '@duai/contract';
import { z } from 'zod';

const consentBox = z.boolean().refine((given) => given, 'CONSENT_MISSING');

/** The wizard of three steps: the specified form, and one box for each explicit consent (KVKK Art. 6, GDPR Art. 9). */
export const registrationFormSchema = accounts.patientRegistrationFormSchema.safeExtend({
  consentHealthData: consentBox,
  consentAiAnalysis: consentBox,
});
export type RegistrationFormInput = z.input<typeof registrationFormSchema>;
export type RegistrationForm = z.output<typeof registrationFormSchema>;

export const EMPTY_REGISTRATION: RegistrationFormInput = {
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
  gender: '',
  country: '',
  phone: '',
  preferredNotification: 'email',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
  acceptPrivacy: false,
  consentHealthData: false,
  consentAiAnalysis: false,
};

export const REGISTRATION_DRAFT = 'registration';

/** Fields that may be stored as a draft in the tab: no passwords, and consents are ticked again each time. */
const KEPT_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'gender',
  'country',
  'phone',
  'preferredNotification',
] as const satisfies readonly (keyof RegistrationFormInput)[];

export const draftOf = (form: Partial<RegistrationFormInput>): Record<string, unknown> =>
  Object.fromEntries(KEPT_FIELDS.map((field) => [field, form[field] ?? '']));

/** The form filled with the values of a draft. */
export const withDraft = (draft: Record<string, unknown> | null): RegistrationFormInput => ({
  ...EMPTY_REGISTRATION,
  ...Object.fromEntries(KEPT_FIELDS.flatMap((field) => (draft?.[field] ? [[field, draft[field]]] : []))),
});

export const REGISTRATION_STEPS = 3;

/** Fields of each step, in reading order. */
export const STEP_FIELDS = [
  ['firstName', 'lastName', 'email', 'dateOfBirth', 'gender', 'country'],
  ['phone', 'preferredNotification'],
  ['password', 'confirmPassword', 'acceptTerms', 'acceptPrivacy', 'consentHealthData', 'consentAiAnalysis'],
] as const satisfies readonly (readonly (keyof RegistrationFormInput)[])[];

/** Limits the step to 1 to 3. */
export const clampStep = (step: number): number => Math.min(REGISTRATION_STEPS, Math.max(1, step));

/** The step that contains a field, so that a server error is visible; 3 if no step has it. */
export const stepOfField = (field: string): number => {
  const index = STEP_FIELDS.findIndex((fields) => fields.some((each) => each === field));
  return index === -1 ? REGISTRATION_STEPS : index + 1;
};

/**
 * SMS needs a phone number. Checked on step 2, because the whole form cannot be validated before the passwords of step 3 are
 * entered.
 */
export const isPhoneMissing = (form: Pick<RegistrationFormInput, 'phone' | 'preferredNotification'>): boolean =>
  form.preferredNotification !== 'email' && !form.phone;

/** The body of the call. Ticked boxes and the repeated password are not sent; the consents name the text versions agreed to. */
export function toRegistration(
  form: RegistrationForm,
  language: Language,
): z.input<typeof accounts.patientRegistrationSchema> {
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    phone: form.phone,
    dateOfBirth: form.dateOfBirth,
    gender: form.gender,
    country: form.country,
    password: form.password,
    preferredNotification: form.preferredNotification,
    consents: accounts.CONSENT_PURPOSES.map((purpose) => ({
      purpose,
      textVersion: accounts.CONSENT_VERSION,
      language,
    })),
    language,
  };
}
