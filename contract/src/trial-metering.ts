import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { freeText, idSchema, messageAnswer, timeSchema } from './fields.ts';

/** A calendar month in UTC, as `2026-11`. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * What is counted: one study of one institution, once, however often it is sent. `reserved` while its analysis runs,
 * `charged` when an algorithm evaluated it, `released` when the analysis failed or nothing but the quality check fitted.
 */
export const CHARGE_STATUSES = ['reserved', 'charged', 'released'] as const;
export const chargeSchema = z.object({
  scanId: idSchema,
  acceptedAt: timeSchema,
  settledAt: timeSchema.nullable(),
  source: z.enum(['upload', 'pacs']),
  modality: z.string().nullable(),
  billing: z.enum(['trial', 'metered']),
  status: z.enum(CHARGE_STATUSES),
});
export type Charge = z.infer<typeof chargeSchema>;

/** One month of an institution. Months belong to the day on which a scan was accepted (UTC). */
export const statementSchema = z.object({
  month: monthSchema,
  /** Counted on the trial; cost nothing. */
  trialScans: z.number().int(),
  /** To be paid per scan, after the upgrade. */
  meteredScans: z.number().int(),
  /** Failed, or no algorithm fitted: cost nothing. */
  releasedScans: z.number().int(),
  /** Analyses still running. */
  openScans: z.number().int(),
});
export type Statement = z.infer<typeof statementSchema>;

const tag = 'Trial metering';
const params = z.object({ month: monthSchema });
export const listStatements = defineEndpoint({
  method: 'GET',
  path: '/api/trial/statements',
  audience: 'institution-admin',
  scope: 'usage:read',
  tag,
  summary: 'Usage by month, newest first',
  answer: z.array(statementSchema),
});
export const getStatementCsv = defineEndpoint({
  method: 'GET',
  path: '/api/trial/statements/:month/csv',
  audience: 'institution-admin',
  scope: 'usage:read',
  tag,
  summary: 'Usage statement of a month, one line a scan',
  params,
  produces: 'text/csv',
});
export const getStatementPdf = defineEndpoint({
  method: 'GET',
  path: '/api/trial/statements/:month/pdf',
  audience: 'institution-admin',
  tag,
  summary: 'Usage statement of a month for printing',
  params,
  produces: 'application/pdf',
});
/** The way on when the 100 scans or the 30 days are over. */
export const requestUpgrade = defineEndpoint({
  method: 'POST',
  path: '/api/trial/upgrade-request',
  audience: 'institution-admin',
  tag,
  summary: 'Ask for pay per scan; the operators are told by mail',
  body: z.object({ message: freeText.optional() }),
  answer: messageAnswer,
});
