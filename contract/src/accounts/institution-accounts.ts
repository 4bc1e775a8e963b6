import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  forgotPasswordBody,
  linkTokenSchema,
  messageAnswer,
  passwordChangeBody,
  passwordSchema,
  resetPasswordBody,
  secondFactorSchema,
} from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

// Users of institutions (trial portal): http-only cookie.
export const INSTITUTION_ROLES = ['admin', 'reader', 'member'] as const;
export type InstitutionRole = (typeof INSTITUTION_ROLES)[number];
export const institutionUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  role: z.enum(INSTITUTION_ROLES),
  institution: z.object({ id: z.uuid(), name: z.string() }),
});
export type InstitutionUser = z.infer<typeof institutionUserSchema>;

export const usernameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{2,39}$/, 'USERNAME_INVALID');
export const institutionLoginSchema = z.object({
  username: z.string().trim().toLowerCase().min(1).max(100),
  password: z.string().min(1).max(LIMITS.passwordMaxLength),
  remember: z.boolean().optional(),
  /** Required only if the account uses one-time codes; without it the answer is then TOTP_REQUIRED. */
  code: secondFactorSchema.optional(),
});
const tag = 'Institution account';
const institutionUserAnswer = z.object({ user: institutionUserSchema });
export const loginInstitutionUser = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  audience: 'public',
  tag,
  summary: 'Sign in with username and password',
  body: institutionLoginSchema,
  answer: institutionUserAnswer,
});
export const registerInstitutionUser = defineEndpoint({
  method: 'POST',
  path: '/api/auth/register',
  audience: 'public',
  tag,
  summary: 'Redeem an invitation',
  body: z.object({ invitation: linkTokenSchema, username: usernameSchema, password: passwordSchema }),
  answer: messageAnswer,
  status: 201,
});
export const logoutInstitutionUser = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'public',
  tag,
  summary: 'End this session',
  answer: messageAnswer,
});
export const getInstitutionUser = defineEndpoint({
  method: 'GET',
  path: '/api/auth/user',
  audience: 'institution-user',
  tag,
  summary: 'The signed-in user',
  answer: institutionUserAnswer,
});
export const forgotInstitutionPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  audience: 'public',
  tag,
  summary: 'Ask for a reset link',
  body: forgotPasswordBody,
  answer: messageAnswer,
});
export const changeInstitutionPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password',
  audience: 'institution-user',
  tag,
  summary: 'Set a new password; all other sessions, mailed links and invitations sent by this account end',
  body: passwordChangeBody,
  answer: messageAnswer,
});
export const resetInstitutionPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  audience: 'public',
  tag,
  summary: 'Set a new password by the mailed link',
  body: resetPasswordBody,
  answer: messageAnswer,
});
