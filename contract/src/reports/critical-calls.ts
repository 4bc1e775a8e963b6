import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { acknowledgementSchema } from './reports.ts';

/** Whom to call about a critical finding that nobody has acknowledged: the holder of the account. */
export const criticalCallSchema = z.object({
  caseId: idSchema,
  caseNumber: z.string(),
  markedAt: timeSchema,
  markedBy: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  /** A number that was never confirmed may belong to somebody else. */
  isPhoneVerified: z.boolean(),
  email: z.string(),
});
export type CriticalCall = z.infer<typeof criticalCallSchema>;

export const listCalls = defineEndpoint({
  method: 'GET',
  path: '/api/console/critical-calls',
  audience: 'operator',
  isAskedByPages: true,
  tag: 'Operations',
  summary:
    'Patients to call: of critical findings that were escalated and that nobody has acknowledged, the oldest first',
  answer: z.array(criticalCallSchema),
});
export const getCall = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/critical-call',
  audience: 'radiologist',
  tag: 'Console',
  summary: 'Whom to call about the critical finding of this case; 404 where none waits to be acknowledged',
  params: caseParams,
  answer: criticalCallSchema,
});
export const recordCall = defineEndpoint({
  method: 'POST',
  path: '/api/console/critical-calls/:caseId',
  audience: 'staff',
  tag: 'Console',
  summary:
    'Record that the patient was told by phone; nobody is told on from then. 409 CRITICAL_CHANGED where another finding was marked since',
  params: caseParams,
  body: acknowledgementSchema,
  answer: okAnswer,
});
