import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  birthDateSchema,
  emailSchema,
  emptyAsAbsent,
  endSharesField,
  messageAnswer,
  nameSchema,
  optionalText,
  passwordChangeBody,
  passwordConfirmation,
  removePasskeysField,
  secondFactorSchema,
  timeSchema,
  totpCodeSchema,
} from '../values/fields.ts';
import { languageSchema } from '../values/languages.ts';
import { phoneSchema, reachablePhoneSchema } from '../values/phone.ts';
import { CONSENT_PURPOSES, GENDERS, notificationChoiceSchema, patientAuth, patientSchema } from './patient-accounts.ts';

/** Settings that patients change in their own account. Every call answers with the updated state that the page shows. */
const tag = 'Patient account';

export const personalDetailsSchema = z.object({
  firstName: nameSchema('FIRST_NAME_TOO_SHORT'),
  lastName: nameSchema('LAST_NAME_TOO_SHORT'),
  dateOfBirth: emptyAsAbsent(birthDateSchema),
  gender: emptyAsAbsent(z.enum(GENDERS)),
  country: optionalText,
});
export type PersonalDetails = z.output<typeof personalDetailsSchema>;
export const changePersonalDetails = defineEndpoint({
  method: 'PUT',
  path: patientAuth('personal'),
  audience: 'patient',
  tag,
  summary: 'Change name, date of birth, gender, country',
  body: personalDetailsSchema,
  answer: patientSchema,
});

export const emailChangeSchema = z.object({ email: emailSchema, password: passwordConfirmation });
export const changeEmail = defineEndpoint({
  method: 'POST',
  path: patientAuth('email'),
  audience: 'patient',
  tag,
  summary: 'Ask for another e-mail address; it counts once the link mailed to it was opened',
  body: emailChangeSchema,
  answer: patientSchema,
});
export const cancelEmailChange = defineEndpoint({
  method: 'DELETE',
  path: patientAuth('email'),
  audience: 'patient',
  tag,
  summary: 'Keep the present address: the mailed link becomes worthless',
  answer: patientSchema,
});

export const passwordChangeSchema = passwordChangeBody.extend({
  removePasskeys: removePasskeysField,
  endShares: endSharesField,
});
export const changePassword = defineEndpoint({
  method: 'POST',
  path: patientAuth('password'),
  audience: 'patient',
  tag,
  summary: 'Set a new password; all other sessions and all mailed links end, on request the passkeys too',
  body: passwordChangeSchema,
  answer: messageAnswer,
});

export const notificationSettingsSchema = z.discriminatedUnion('preferredNotification', [
  z.object({ preferredNotification: z.literal('email'), phone: emptyAsAbsent(phoneSchema) }),
  z.object({
    preferredNotification: notificationChoiceSchema.exclude(['email']),
    phone: z.string().trim().min(1, 'PHONE_NEEDED_FOR_SMS').pipe(reachablePhoneSchema),
  }),
]);
export type NotificationSettingsInput = z.input<typeof notificationSettingsSchema>;
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;
export const changeNotifications = defineEndpoint({
  method: 'PUT',
  path: patientAuth('notifications'),
  audience: 'patient',
  tag,
  summary: 'Choose phone and channels; a new number gets a code by SMS',
  body: notificationSettingsSchema,
  answer: patientSchema,
});
export const sendPhoneCode = defineEndpoint({
  method: 'POST',
  path: patientAuth('phone/code'),
  audience: 'patient',
  tag,
  summary: 'Send a code to the phone by SMS',
  answer: messageAnswer,
});
export const verifyPhone = defineEndpoint({
  method: 'POST',
  path: patientAuth('phone/verify'),
  audience: 'patient',
  tag,
  summary: 'Check the phone by the code sent to it',
  body: z.object({ code: totpCodeSchema }),
  answer: patientSchema,
});

export const sessionSchema = z.object({
  id: z.uuid(),
  /** The User-Agent header as the browser sent it; the page derives a device name from it. */
  userAgent: z.string().nullable(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
const sessionsAnswer = z.array(sessionSchema);
export const listSessions = defineEndpoint({
  method: 'GET',
  path: patientAuth('sessions'),
  audience: 'patient',
  tag,
  summary: 'Where this account is signed in',
  answer: sessionsAnswer,
});
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: patientAuth('sessions/:sessionId'),
  audience: 'patient',
  tag,
  summary: 'End one session',
  params: z.object({ sessionId: z.uuid() }),
  answer: sessionsAnswer,
});
export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: patientAuth('sessions'),
  audience: 'patient',
  tag,
  summary: 'End all sessions but this one',
  answer: sessionsAnswer,
});

export const twoFactorSetupSchema = z.object({
  /** Base32, for typing in; the same secret as in the QR code. */
  secret: z.string(),
  /** The otpauth:// URI, for authenticator apps on the same device. */
  uri: z.string(),
  /** The QR code: one string of 0 and 1 for each row. */
  qrCode: z.array(z.string()),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;
export const beginTwoFactor = defineEndpoint({
  method: 'POST',
  path: patientAuth('two-factor/begin'),
  audience: 'patient',
  tag,
  summary: 'Make a secret for an authenticator app; nothing changes until it is confirmed',
  body: z.object({ password: passwordConfirmation }),
  answer: twoFactorSetupSchema,
});
export const confirmTwoFactor = defineEndpoint({
  method: 'POST',
  path: patientAuth('two-factor/confirm'),
  audience: 'patient',
  tag,
  summary: 'Turn the second factor on by a first code; answers the recovery codes, once',
  body: z.object({ code: totpCodeSchema }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});
export const turnTwoFactorOff = defineEndpoint({
  method: 'POST',
  path: patientAuth('two-factor/off'),
  audience: 'patient',
  tag,
  summary: 'Turn the second factor off',
  body: z.object({ password: passwordConfirmation, code: secondFactorSchema }),
  answer: patientSchema,
});

export const givenConsentSchema = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  textVersion: z.string(),
  language: languageSchema,
  givenAt: timeSchema,
  withdrawnAt: timeSchema.nullable(),
});
export type GivenConsent = z.infer<typeof givenConsentSchema>;
export const listConsents = defineEndpoint({
  method: 'GET',
  path: patientAuth('consents'),
  audience: 'patient',
  tag,
  summary: 'What was agreed to, when, in which version and language',
  answer: z.array(givenConsentSchema),
});
export const withdrawConsent = defineEndpoint({
  method: 'DELETE',
  path: patientAuth('consents/:purpose'),
  audience: 'patient',
  tag,
  summary: 'Withdraw a consent (KVKK Art. 11, GDPR Art. 7(3)); it is asked for again before the next case',
  params: z.object({ purpose: z.enum(['health-data', 'ai-analysis']) }),
  answer: patientSchema,
});
