import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';
import { subspecialtySchema } from '../../studies/body-parts.ts';
import {
  forgotPasswordBody,
  messageAnswer,
  passwordChangeBody,
  passwordConfirmation,
  resetPasswordBody,
  totpCodeSchema,
} from '../../values/fields.ts';
import { patientLoginSchema } from '../patient-accounts.ts';

// Staff (console): http-only cookie, e-mail + password + TOTP (RFC 6238).
export const STAFF_ROLES = ['radiologist', 'operator'] as const;
/** What is printed beside the name under a signature; null until an operator has entered it. */
export const credentialsSchema = z.object({
  /** Professional title, for example "Specialist in radiology". */
  title: z.string().nullable(),
  /** Number in the register of physicians. */
  registrationNumber: z.string().nullable(),
});
export type Credentials = z.infer<typeof credentialsSchema>;
export const staffSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** Of radiologists: what they read. */
  subspecialties: z.array(subspecialtySchema),
});
export type Staff = z.infer<typeof staffSchema>;

/** How signers prove their identity when they sign: with the password or a fresh one-time code. */
export const signatureConfirmationSchema = z.union([
  z.strictObject({ password: passwordConfirmation }),
  z.strictObject({ code: totpCodeSchema }),
]);
export type SignatureConfirmation = z.infer<typeof signatureConfirmationSchema>;

const tag = 'Staff account';
const staffAnswer = z.object({ user: staffSchema });
export const loginStaff = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/login',
  audience: 'public',
  tag,
  summary: 'Sign in with e-mail, password and one-time code',
  body: patientLoginSchema.extend({ code: totpCodeSchema }),
  answer: staffAnswer,
});
export const logoutStaff = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/logout',
  audience: 'public',
  tag,
  summary: 'End this session',
  answer: messageAnswer,
});
export const getStaff = defineEndpoint({
  method: 'GET',
  path: '/api/console/auth/user',
  audience: 'staff',
  tag,
  summary: 'The signed-in staff member',
  answer: staffAnswer,
});
export const forgotStaffPassword = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/forgot-password',
  audience: 'public',
  tag,
  summary: 'Ask for a reset link',
  body: forgotPasswordBody,
  answer: messageAnswer,
});
export const changeStaffPassword = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/password',
  audience: 'staff',
  tag,
  summary: 'Set a new password; all other sessions and mailed links end',
  body: passwordChangeBody,
  answer: messageAnswer,
});
export const resetStaffPassword = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/reset-password',
  audience: 'public',
  tag,
  summary: 'Set a new password by the mailed link',
  body: resetPasswordBody,
  answer: messageAnswer,
});
