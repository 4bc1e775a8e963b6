import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { subspecialtySchema } from '../studies/body-parts.ts';
import { okAnswer, shortText, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { credentialsSchema } from './staff/staff-accounts.ts';
import { absenceSchema } from './staff/staff-team.ts';

/** A user as an operator sees it. */
export const userRowSchema = z.object({
  id: z.uuid(),
  realm: z.enum(['patient', 'institution', 'staff']),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.nullable(),
  isDisabled: z.boolean(),
  /** Only for radiologists; null for all others. */
  credentials: credentialsSchema.nullable(),
  /** Whether the radiologist reads the images before AI is shown; null for all others. */
  isReadFirst: z.boolean().nullable(),
  /** Of radiologists: what they read. */
  subspecialties: z.array(subspecialtySchema).nullable(),
  /** Only for staff: current and future absences, the earliest first; null for all others. */
  absences: z.array(absenceSchema).nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;
const userParams = z.object({ realm: z.enum(['patient', 'institution', 'staff']), userId: z.uuid() });
export const USERS_AT_ONCE = 200;
/** A POST, because the search text is a name or an e-mail address, and these must not appear in a URL. */
export const findUsers = defineEndpoint({
  method: 'POST',
  path: '/api/console/users/search',
  audience: 'operator',
  tag: 'Operations',
  summary:
    'Users of all three areas by name, address or role: staff, institutions, patients; the newest of each first, in pages',
  body: z.object({
    text: z.string().trim().max(LIMITS.shortTextMaxLength),
    /** `next` of the page before. */
    cursor: z.string().max(8000).optional(),
  }),
  answer: z.object({
    rows: z.array(userRowSchema).max(USERS_AT_ONCE),
    /** The cursor of the next page; null where this is the last. */
    next: z.string().nullable(),
  }),
});
export type FoundUsers = z.infer<typeof findUsers.answer>;
export const disableUser = defineEndpoint({
  method: 'POST',
  path: '/api/console/users/:realm/:userId/disable',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Disable a user and end all sessions at once',
  params: userParams,
  answer: okAnswer,
});
export const enableUser = defineEndpoint({
  method: 'POST',
  path: '/api/console/users/:realm/:userId/enable',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Let a disabled user sign in again',
  params: userParams,
  answer: okAnswer,
});

const credential = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' '))
  .pipe(shortText)
  .transform((text) => text || null);
/** Both fields may be empty; then the line under the signature is left out. */
export const setCredentials = defineEndpoint({
  method: 'PUT',
  path: '/api/console/users/staff/:userId/credentials',
  audience: 'operator',
  tag: 'Operations',
  summary: "Title and registration number that stand under a radiologist's signature",
  params: z.object({ userId: z.uuid() }),
  body: z.object({ title: credential, registrationNumber: credential }),
  answer: okAnswer,
});
