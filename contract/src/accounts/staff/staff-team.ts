import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';
import { subspecialtySchema } from '../../studies/body-parts.ts';
import {
  DAY_MS,
  dayFromTodaySchema,
  daySchema,
  emailSchema,
  idSchema,
  linkTokenSchema,
  messageAnswer,
  ONE_LINE,
  okAnswer,
  passwordSchema,
  timeSchema,
  totpCodeSchema,
} from '../../values/fields.ts';
import { languageSchema } from '../../values/languages.ts';
import { LIMITS } from '../../values/limits.ts';
import { STAFF_ROLES } from './staff-accounts.ts';

/** Staff of the service: invitations, roles and absences, as operators manage them. */
const tag = 'Operations';
const roleSchema = z.enum(STAFF_ROLES);

/** Why an invitation that nobody redeemed does not work: it is too old, or who sent it is no operator any more. */
export const INVITATION_ENDS = ['expired', 'sender'] as const;
export const staffInvitationSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** Of the mail. */
  language: languageSchema,
  /** Null while its link works. */
  ended: z.enum(INVITATION_ENDS).nullable(),
});
export type StaffInvitation = z.infer<typeof staffInvitationSchema>;

const path = '/api/console/staff-invitations';
export const listStaffInvitations = defineEndpoint({
  method: 'GET',
  path,
  audience: 'operator',
  tag,
  summary:
    'Invitations of staff that nobody has redeemed: those that work, and for a week after their last day the others',
  answer: z.array(staffInvitationSchema),
});
export const inviteStaff = defineEndpoint({
  method: 'POST',
  path,
  audience: 'operator',
  tag,
  summary: 'Invite a colleague by mail; the link is valid 7 days and works once. A second one replaces the first',
  body: z.object({
    name: z.string().trim().min(2, 'REQUIRED').max(200, 'TOO_LONG').regex(ONE_LINE, 'NOT_ALLOWED'),
    email: emailSchema,
    role: roleSchema,
    /** Language of the invitation mail. Later mails use the language of the page where the person signed in. */
    language: languageSchema,
  }),
  answer: staffInvitationSchema,
  status: 201,
});
export const withdrawStaffInvitation = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:invitationId`,
  audience: 'operator',
  tag,
  summary: 'Withdraw an invitation of staff',
  params: z.object({ invitationId: idSchema }),
  answer: okAnswer,
});
/** A POST, so that the token of the link never appears in a URL. */
export const openStaffInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/invitation',
  audience: 'public',
  tag: 'Staff account',
  summary: 'What an invitation gives, and the secret for the one-time codes of the account',
  body: z.object({ token: linkTokenSchema }),
  answer: z.object({
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    secret: z.string(),
    /** The otpauth:// URI for the authenticator app. */
    uri: z.string(),
    /** Rows of a QR code, one character for each module: 1 is dark. */
    qrCode: z.array(z.string()),
  }),
});
export const acceptStaffInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/console/auth/invitation/accept',
  audience: 'public',
  tag: 'Staff account',
  summary: 'Make the account of an invitation, with a password and a first one-time code',
  body: z.object({ token: linkTokenSchema, password: passwordSchema, code: totpCodeSchema }),
  answer: messageAnswer,
  status: 201,
});

const staffParams = z.object({ userId: idSchema });
export const setStaffRole = defineEndpoint({
  method: 'PUT',
  path: '/api/console/users/staff/:userId/role',
  audience: 'operator',
  tag,
  summary: 'Give staff another role; their sessions end. 409 LAST_OPERATOR where nobody else could manage the house',
  params: staffParams,
  body: z.object({ role: roleSchema }),
  answer: okAnswer,
});

export const setSubspecialties = defineEndpoint({
  method: 'PUT',
  path: '/api/console/users/staff/:userId/subspecialties',
  audience: 'operator',
  tag,
  summary: 'What a radiologist reads: for "mine" in the worklist and for rules that go by it',
  params: staffParams,
  /** `seen`: what the page showed. What somebody else changed since then stays, unless it is changed here too. */
  body: z.object({
    subspecialties: z.array(subspecialtySchema).transform((all) => [...new Set(all)]),
    seen: z.array(subspecialtySchema).optional(),
  }),
  answer: okAnswer,
});

/** Both days are included, in the time zone of the service. */
export const absenceSchema = z.object({ id: idSchema, from: daySchema, to: daySchema });
export type Absence = z.infer<typeof absenceSchema>;
export const addAbsence = defineEndpoint({
  method: 'POST',
  path: '/api/console/users/staff/:userId/absences',
  audience: 'operator',
  tag,
  summary:
    'Staff are away on these days: no case is given to them, and no mail about cases goes to them. 409 ABSENCE_OVERLAPS with days of another absence',
  params: staffParams,
  body: z
    .object({ from: daySchema, to: dayFromTodaySchema })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'LAST_DAY_TOO_EARLY' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < LIMITS.absenceDays * DAY_MS, {
      path: ['to'],
      message: 'ABSENCE_TOO_LONG',
    })
    .refine(({ from }) => Date.parse(from) - Date.now() < LIMITS.absenceAheadDays * DAY_MS, {
      path: ['from'],
      message: 'ABSENCE_TOO_FAR',
    }),
  answer: absenceSchema,
  status: 201,
});
export const removeAbsence = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/users/staff/:userId/absences/:absenceId',
  audience: 'operator',
  tag,
  summary: 'Take an absence back',
  params: staffParams.extend({ absenceId: idSchema }),
  answer: okAnswer,
});
