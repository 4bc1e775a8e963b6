import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { emailSchema, idSchema, okAnswer, timeSchema, totpCodeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { INSTITUTION_ROLES } from './institution-accounts.ts';

const tag = 'Institution members';
const roleSchema = z.enum(INSTITUTION_ROLES);

export const memberSchema = z.object({
  id: idSchema,
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  hasTotp: z.boolean(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.nullable(),
});
export type Member = z.infer<typeof memberSchema>;
export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;
const memberParams = z.object({ memberId: idSchema });

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/members',
  audience: 'institution-admin',
  tag,
  summary: 'Members of the institution and open invitations',
  answer: z.object({ members: z.array(memberSchema), invitations: z.array(invitationSchema) }),
});
export const inviteMember = defineEndpoint({
  method: 'POST',
  path: '/api/trial/members/invitations',
  audience: 'institution-admin',
  tag,
  summary: 'Invite by mail; the link is valid 7 days and works once',
  body: z.object({ email: emailSchema, role: roleSchema }),
  answer: invitationSchema,
  status: 201,
});
export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/members/invitations/:invitationId',
  audience: 'institution-admin',
  tag,
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idSchema }),
  answer: okAnswer,
});
export const changeMemberRole = defineEndpoint({
  method: 'PATCH',
  path: '/api/trial/members/:memberId',
  audience: 'institution-admin',
  tag,
  summary: 'Change the role; the last admin stays one',
  params: memberParams,
  body: z.object({ role: roleSchema }),
  answer: memberSchema,
});
export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/members/:memberId',
  audience: 'institution-admin',
  tag,
  summary: 'Remove a member and end all its sessions; the last admin cannot go',
  params: memberParams,
  answer: okAnswer,
});

// ---- One-time codes of the own account (RFC 6238), by choice ----
const password = z.string().min(1).max(LIMITS.passwordMaxLength);
/** Recovery codes. Each works once in place of a one-time code. */
const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });
export const getTotp = defineEndpoint({
  method: 'GET',
  path: '/api/auth/totp',
  audience: 'institution-user',
  tag,
  summary: 'Whether signing in asks for a one-time code',
  answer: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
});
export const beginTotp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/begin',
  audience: 'institution-user',
  tag,
  summary: 'A new secret for an authenticator app; in force once a code confirms it. `qrCode`: rows of 1 (dark) and 0',
  body: z.object({ password }),
  answer: z.object({ secret: z.string(), uri: z.string(), qrCode: z.array(z.string()) }),
});
export const confirmTotp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  audience: 'institution-user',
  tag,
  summary: 'Switch it on with a first code; answers the recovery codes, once',
  body: z.object({ code: totpCodeSchema }),
  answer: recoveryCodesAnswer,
});
export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/recovery-codes',
  audience: 'institution-user',
  tag,
  summary: 'New recovery codes, shown once; the old ones work no more',
  body: z.object({ password }),
  answer: recoveryCodesAnswer,
});
export const disableTotp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/disable',
  audience: 'institution-user',
  tag,
  summary: 'Switch it off',
  body: z.object({ password }),
  answer: okAnswer,
});
