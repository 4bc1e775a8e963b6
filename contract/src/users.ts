import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { okAnswer, timeSchema } from './fields.ts';

/** Users as an operator sees them. */
export const userRowSchema = z.object({
  id: z.uuid(),
  realm: z.enum(['patient', 'institution', 'staff']),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.nullable(),
  isDisabled: z.boolean(),
});
export type UserRow = z.infer<typeof userRowSchema>;
const userParams = z.object({ realm: z.enum(['patient', 'institution', 'staff']), userId: z.uuid() });
export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/console/users',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Users of all three areas',
  answer: z.array(userRowSchema),
});
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
