import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, okAnswer, timeSchema } from './fields.ts';

/** One row of the audit trail: who did what, when, from where, with which outcome. No patient names, no free text. */
export const auditEventSchema = z.object({
  sequence: z.number().int(),
  at: timeSchema,
  actorRealm: z.string(),
  actorId: idSchema.nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string().nullable(),
  outcome: z.enum(['ok', 'refused']),
  address: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const systemHealthSchema = z.object({
  version: z.string(),
  startedAt: timeSchema,
  parts: z.array(z.object({ name: z.string(), isHealthy: z.boolean(), detail: z.string(), latencyMs: z.number() })),
  queues: z.array(
    z.object({ name: z.string(), waiting: z.number().int(), active: z.number().int(), dead: z.number().int() }),
  ),
  deadJobs: z.array(z.object({ id: z.string(), name: z.string(), failedAt: timeSchema, reason: z.string() })),
  outbox: z.object({ pending: z.number().int(), failed: z.number().int() }),
});
export type SystemHealth = z.infer<typeof systemHealthSchema>;

const tag = 'Operations';
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/console/audit',
  audience: 'operator',
  tag,
  summary: 'The audit trail, newest first',
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  answer: z.array(auditEventSchema),
});
export const getSystemHealth = defineEndpoint({
  method: 'GET',
  path: '/api/console/health',
  audience: 'operator',
  tag,
  summary: 'Health of every part, queues, dead jobs',
  answer: systemHealthSchema,
});
export const retryDeadJob = defineEndpoint({
  method: 'POST',
  path: '/api/console/jobs/:jobId/retry',
  audience: 'operator',
  tag,
  summary: 'Run a dead job again',
  params: z.object({ jobId: z.uuid() }),
  answer: okAnswer,
});

export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  audience: 'public',
  tag: 'System',
  summary: 'The process answers',
  answer: okAnswer,
});
export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  audience: 'public',
  tag: 'System',
  summary: 'Database and storage answer',
  answer: okAnswer,
});
