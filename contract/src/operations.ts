import { z } from 'zod';
import { breachSchema, versionFiguresSchema } from './analyses/monitoring.ts';
import { defineEndpoint } from './api/endpoint.ts';
import { daySchema, emptyAsAbsent, idSchema, okAnswer, pageAnswer, pageQuery, timeSchema } from './values/fields.ts';
import { LIMITS } from './values/limits.ts';

/**
 * What a row says beyond its columns, as far as it is shown: ids, numbers and words of closed lists. What somebody outside
 * chose (the host of a receiver, the title of a system, the UID of its workitem) is stored, and not shown.
 */
export const SHOWN_AUDIT_DETAILS = [
  'ageStated',
  'agreedText',
  'agreement',
  'algorithmId',
  'asideSha256',
  'because',
  'billing',
  'by',
  'case',
  'cases',
  'changedSincePreliminary',
  'claimIdleHours',
  'code',
  'confirmedBy',
  'contentSha256',
  'correctionId',
  'currency',
  'days',
  'decision',
  'destinationId',
  'differs',
  'escalation',
  'fields',
  'files',
  'format',
  'found',
  'from',
  'hasPaused',
  'identities',
  'images',
  'inEvaluation',
  'instances',
  'institutionId',
  'isAdminInvited',
  'isCritical',
  'isDeidentified',
  'isOn',
  'isReadFirst',
  'isReadFirstForAll',
  'kept',
  'kind',
  'leastSensitivity',
  'leastSpecificity',
  'leastStudies',
  'level',
  'lines',
  'matchedBy',
  'maxOpenings',
  'measure',
  'n',
  'namedPeople',
  'notes',
  'number',
  'object',
  'objects',
  'patients',
  'peerId',
  'price',
  'problem',
  'quarantineId',
  'reason',
  'receiverId',
  'refused',
  'role',
  'rules',
  'scanId',
  'scans',
  'scopes',
  'secondReadPercent',
  'sendsWhen',
  'sha256',
  'shareId',
  'slicesSeen',
  'source',
  'state',
  'step',
  'stored',
  'storedSha256',
  'studies',
  'submission',
  'subspecialties',
  'to',
  'type',
  'unitPriceMinor',
  'validFrom',
  'value',
  'verdict',
  'version',
  'way',
  'what',
  'why',
] as const;
export type ShownAuditDetail = (typeof SHOWN_AUDIT_DETAILS)[number];
const auditDetailsSchema = z.partialRecord(z.enum(SHOWN_AUDIT_DETAILS), z.union([z.string(), z.number()]));

/** One row of the audit trail: who did what, when, from where, with which outcome. The trail holds no names and no free text. */
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
  details: auditDetailsSchema,
});
export type AuditEvent = z.infer<typeof auditEventSchema>;
/** Names are looked up when the row is shown; null where nobody has the id any more, or it names nobody. */
const namedAuditEventSchema = auditEventSchema.extend({
  actorName: z.string().nullable(),
  /** Of a person or an institution; of a case its number. */
  subjectName: z.string().nullable(),
  /** Of the ids among the details; of a case its number. */
  detailNames: z.partialRecord(z.enum(SHOWN_AUDIT_DETAILS), z.string()),
});
export type NamedAuditEvent = z.infer<typeof namedAuditEventSchema>;

/** What a job works on. */
export const JOB_SUBJECTS = ['case', 'scan', 'report', 'patient', 'institution', 'message'] as const;
export const deadJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** By its payload; null where that names nothing. `id`: the number of a case, of others the UUID. */
  subject: z.object({ kind: z.enum(JOB_SUBJECTS), id: z.string() }).nullable(),
  failedAt: timeSchema,
  reason: z.string(),
  /** The case or study waits because some images could not be processed; it can go on without them. */
  canGoOnWithoutImages: z.boolean(),
});
export type DeadJob = z.infer<typeof deadJobSchema>;

export const MESSAGE_CHANNELS = ['email', 'sms'] as const;
export const systemHealthSchema = z.object({
  version: z.string(),
  startedAt: timeSchema,
  parts: z.array(z.object({ name: z.string(), isHealthy: z.boolean(), detail: z.string(), latencyMs: z.number() })),
  /** Figures of versions that left their control limits in the last week, newest first. */
  breaches: z.array(
    breachSchema.extend({
      ...versionFiguresSchema.pick({ algorithmId: true, version: true, title: true, institutionId: true }).shape,
      /** Its name. */
      institution: z.string().nullable(),
    }),
  ),
  queues: z.array(
    z.object({ name: z.string(), waiting: z.number().int(), active: z.number().int(), dead: z.number().int() }),
  ),
  /** Result of the integrity checks of the stored files. */
  files: z.object({
    damaged: z.number().int(),
    missing: z.number().int(),
    /** Stored by an older version and not read since; such files are read completely when they are requested. */
    unchecked: z.number().int(),
    /** Time of the oldest last check. */
    oldestCheckAt: timeSchema.nullable(),
    /** The first fifty files that are damaged or missing. */
    found: z.array(
      z.object({
        sha256: z.string(),
        damage: z.enum(['damaged', 'missing']),
        use: z.enum(['image', 'preview', 'weights', 'report']),
        foundAt: timeSchema,
      }),
    ),
  }),
  /** Messages that wait or failed, by channel. */
  outbox: z.array(
    z.object({
      channel: z.enum(MESSAGE_CHANNELS),
      pending: z.number().int(),
      oldestPendingAt: timeSchema.nullable(),
      /** The oldest waits for more than ten minutes. */
      isLate: z.boolean(),
      failed: z.number().int(),
      /** Of the failed ones those of the last day. */
      failedLately: z.number().int(),
    }),
  ),
});
export type SystemHealth = z.infer<typeof systemHealthSchema>;

/** The gauges that are noted every five minutes for a week. */
export const HEALTH_GAUGES = [
  'jobsWaiting',
  'jobsActive',
  'jobsDead',
  'messagesPending',
  'messagesFailed',
  'filesDamaged',
  'partsFailing',
  'databaseMs',
] as const;
export type HealthGauge = (typeof HEALTH_GAUGES)[number];
const gauge = z.number().int();
export const healthHistorySchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /** Where a step is missing the server did not run. */
  stepMinutes: z.number().int(),
  samples: z.array(
    z.object({
      at: timeSchema,
      jobsWaiting: gauge,
      jobsActive: gauge,
      jobsDead: gauge,
      messagesPending: gauge,
      messagesFailed: gauge,
      filesDamaged: gauge,
      partsFailing: gauge,
      databaseMs: gauge,
    } satisfies Record<HealthGauge | 'at', unknown>),
  ),
});
export type HealthHistory = z.infer<typeof healthHistorySchema>;

const tag = 'Operations';
const searchWord = emptyAsAbsent(z.string().trim().max(LIMITS.shortTextMaxLength));
export const auditFilterSchema = z.object({
  /** A kind of actor (patient, staff, system …) or the beginning of an id. */
  who: searchWord,
  /** Part of the name of an action. */
  what: searchWord,
  /** A kind of subject (case, instance …), the beginning of an id, or the number of a case. */
  whom: searchWord,
  outcome: emptyAsAbsent(z.enum(['ok', 'refused'])),
  /** Days, UTC, both ends included. */
  from: emptyAsAbsent(daySchema),
  to: emptyAsAbsent(daySchema),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;
export const AUDIT_PER_PAGE = 50;
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/console/audit',
  audience: 'operator',
  tag,
  summary:
    'The audit trail by who, what, whom and when; newest first, in pages, with the names of today beside the ids',
  query: auditFilterSchema.extend(pageQuery(AUDIT_PER_PAGE)),
  answer: z.object({
    rows: z.array(namedAuditEventSchema),
    /** Counted up to 1,000; 1,001 means more. */
    total: z.number().int(),
    ...pageAnswer,
    /** Every action in the audit trail, for the filter. */
    actions: z.array(z.string()),
  }),
});
export const exportAudit = defineEndpoint({
  method: 'GET',
  path: '/api/console/audit.csv',
  audience: 'operator',
  tag,
  summary: 'The same rows as CSV, newest first; the export is itself recorded',
  query: auditFilterSchema,
  produces: 'text/csv',
});
export const getSystemHealth = defineEndpoint({
  method: 'GET',
  path: '/api/console/health',
  audience: 'operator',
  tag,
  summary: 'Health of every part and queue',
  answer: systemHealthSchema,
});
export const DEAD_JOBS_PER_PAGE = 50;
export const listDeadJobs = defineEndpoint({
  method: 'GET',
  path: '/api/console/jobs/dead',
  audience: 'operator',
  tag,
  summary: 'Jobs that failed and are not tried again by themselves, newest first, in pages',
  query: z.object(pageQuery(DEAD_JOBS_PER_PAGE)),
  answer: z.object({ rows: z.array(deadJobSchema), ...pageAnswer }),
});
export const getHealthHistory = defineEndpoint({
  method: 'GET',
  path: '/api/console/health/history',
  audience: 'operator',
  tag,
  summary:
    'The main gauges of the last day in steps of five minutes, or of the last week in hours: of each step the worst',
  query: z.object({
    days: z.coerce
      .number()
      .pipe(z.union([z.literal(1), z.literal(7)]))
      .default(1),
  }),
  answer: healthHistorySchema,
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

export const goOnWithoutImages = defineEndpoint({
  method: 'POST',
  path: '/api/console/jobs/:jobId/go-on',
  audience: 'operator',
  tag,
  summary: 'Run a dead job again without the images that it could not process; whoever sent or reads them is told',
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
