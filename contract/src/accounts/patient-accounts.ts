import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  birthDateSchema,
  emailSchema,
  emptyAsAbsent,
  forgotPasswordBody,
  linkTokenSchema,
  messageAnswer,
  nameSchema,
  okAnswer,
  optionalText,
  passwordSchema,
  removePasskeysField,
  resetPasswordBody,
  secondFactorSchema,
} from '../values/fields.ts';
import { languageSchema } from '../values/languages.ts';
import { LIMITS } from '../values/limits.ts';
import { internationalPhone, phoneSchema } from '../values/phone.ts';

export const GENDERS = ['male', 'female', 'other'] as const;
export const NOTIFICATION_CHOICES = ['email', 'sms', 'both'] as const;
export const notificationChoiceSchema = z.enum(NOTIFICATION_CHOICES);

/**
 * The texts that a patient agrees to. Information texts (terms, privacy) are kept apart from explicit consent (health-data,
 * ai-analysis): KVKK Art. 10 and 6, GDPR Art. 13 and 9(2)(a).
 */
export const CONSENT_PURPOSES = ['terms', 'privacy', 'health-data', 'ai-analysis'] as const;
export const CONSENT_VERSION = '2025-04-01';
export const consentSchema = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  textVersion: z.string().min(1).max(40),
  language: languageSchema,
});
export const consentsSchema = z.array(consentSchema).max(20);

/** POST …/auth/register. The body is exactly the specified one; `consents` and `language` are optional additions. */
export const patientRegistrationSchema = z.object({
  firstName: nameSchema('FIRST_NAME_TOO_SHORT'),
  lastName: nameSchema('LAST_NAME_TOO_SHORT'),
  email: emailSchema,
  phone: emptyAsAbsent(phoneSchema),
  dateOfBirth: emptyAsAbsent(birthDateSchema),
  gender: emptyAsAbsent(z.enum(GENDERS)),
  country: optionalText,
  password: passwordSchema,
  preferredNotification: notificationChoiceSchema.default('email'),
  consents: consentsSchema.optional(),
  language: languageSchema.optional(),
});
export type PatientRegistration = z.output<typeof patientRegistrationSchema>;

/** The form of the wizard: the body of the call plus the fields that only the browser checks (specification, section 5). */
export const patientRegistrationFormSchema = patientRegistrationSchema
  .omit({ consents: true, language: true })
  .extend({
    confirmPassword: z.string(),
    acceptTerms: z.boolean().refine((accepted) => accepted, 'TERMS_NOT_ACCEPTED'),
    acceptPrivacy: z.boolean().refine((accepted) => accepted, 'PRIVACY_NOT_ACCEPTED'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'PASSWORDS_DIFFER',
  })
  .refine((form) => form.preferredNotification === 'email' || Boolean(form.phone), {
    path: ['phone'],
    message: 'PHONE_NEEDED_FOR_SMS',
  })
  .refine((form) => form.preferredNotification === 'email' || !form.phone || internationalPhone(form.phone) !== null, {
    path: ['phone'],
    message: 'COUNTRY_CODE_MISSING',
  });

export const patientLoginSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'PASSWORD_REQUIRED').max(LIMITS.passwordMaxLength),
});

export const patientSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** The new address while its change is not confirmed yet. */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  dateOfBirth: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
  country: z.string().nullable(),
  preferredNotification: notificationChoiceSchema,
  isTwoFactorOn: z.boolean(),
  language: languageSchema,
  /** Purposes whose current text version the patient has not agreed to yet. */
  missingConsents: z.array(z.enum(CONSENT_PURPOSES)),
});
export type Patient = z.infer<typeof patientSchema>;

export const tokenAnswer = z.object({ token: z.string() });
export const patientAuth = (path: string) => `/api/second-opinion/auth/${path}`;
const tag = 'Patient account';

export const registerPatient = defineEndpoint({
  method: 'POST',
  path: patientAuth('register'),
  audience: 'public',
  tag,
  summary: 'Create a patient account',
  body: patientRegistrationSchema,
  answer: tokenAnswer,
  status: 201,
});
export const loginPatient = defineEndpoint({
  method: 'POST',
  path: patientAuth('login'),
  audience: 'public',
  tag,
  summary: 'Sign a patient in',
  body: patientLoginSchema.extend({ code: secondFactorSchema.optional() }),
  answer: tokenAnswer,
});
export const logoutPatient = defineEndpoint({
  method: 'POST',
  path: patientAuth('logout'),
  audience: 'patient',
  tag,
  summary: 'End this session',
  answer: messageAnswer,
});
export const getPatient = defineEndpoint({
  method: 'GET',
  path: patientAuth('me'),
  audience: 'patient',
  tag,
  summary: 'The signed-in patient',
  answer: patientSchema,
});
export const setPatientLanguage = defineEndpoint({
  method: 'PUT',
  path: patientAuth('language'),
  audience: 'patient',
  tag,
  summary: 'Choose the language of mails and reports',
  body: z.object({ language: languageSchema }),
  answer: okAnswer,
});
export const giveConsents = defineEndpoint({
  method: 'POST',
  path: patientAuth('consents'),
  audience: 'patient',
  tag,
  summary: 'Record explicit consents',
  body: z.object({ consents: consentsSchema.min(1) }),
  answer: patientSchema,
});
export const resendVerification = defineEndpoint({
  method: 'POST',
  path: patientAuth('resend-verification'),
  audience: 'patient',
  tag,
  summary: 'Send the verification mail again',
  answer: messageAnswer,
});
export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: patientAuth('verify-email'),
  audience: 'public',
  tag,
  summary: 'Verify an e-mail address by the mailed link',
  body: z.object({ token: linkTokenSchema }),
  answer: messageAnswer,
});

export const forgotPatientPassword = defineEndpoint({
  method: 'POST',
  path: patientAuth('forgot-password'),
  audience: 'public',
  tag,
  summary: 'Ask for a reset link',
  body: forgotPasswordBody,
  answer: messageAnswer,
});
export const resetPatientPassword = defineEndpoint({
  method: 'POST',
  path: patientAuth('reset-password'),
  audience: 'public',
  tag,
  summary: 'Set a new password by the mailed link',
  body: resetPasswordBody.extend({ removePasskeys: removePasskeysField }),
  answer: messageAnswer,
});
