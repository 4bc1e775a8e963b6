import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { daySchema, freeText, idSchema, messageAnswer, requiredText, timeSchema } from '../values/fields.ts';
import { currencySchema } from '../values/money.ts';

/** A calendar month in UTC, as `2026-11`. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * One study of an institution is counted once, however often it is sent. `reserved`: its analysis is running; `charged`: an
 * algorithm evaluated it; `released`: the analysis failed, or only the quality check applied.
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

/** The price of a scan after the upgrade, valid from a day (UTC) on. Prices are agreed with each institution. */
export const priceTermsSchema = z.object({
  /** In the smallest unit of the currency, such as cents. */
  unitPriceMinor: z.number().int().min(0).max(999_999_999),
  currency: currencySchema,
  /** The note about tax that is printed on the statement. */
  taxNote: requiredText,
});
export type PriceTerms = z.output<typeof priceTermsSchema>;
export const priceBody = priceTermsSchema.extend({ validFrom: daySchema });
/** As stored; output schemas transform nothing. */
export const priceSchema = priceBody.extend({ taxNote: z.string() });
export type Price = z.infer<typeof priceSchema>;

/** The metered scans of a month at one price. Without a price they are billed as agreed. */
export const statementLineSchema = z.object({
  price: priceSchema.nullable(),
  scans: z.number().int(),
  sumMinor: z.number().int().nullable(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** One month of an institution. A scan belongs to the month of the day on which it was accepted (UTC). */
export const statementSchema = z.object({
  month: monthSchema,
  /** Part of the trial; free of charge. */
  trialScans: z.number().int(),
  /** Billed per scan, after the upgrade. */
  meteredScans: z.number().int(),
  /** The metered scans by price, the oldest price first. */
  lines: z.array(statementLineSchema),
  /** The sums of the lines, one for each currency. */
  sums: z.array(z.object({ currency: currencySchema, sumMinor: z.number().int() })),
  /** Free of charge, because the analysis failed or no algorithm applied. */
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
export const listPrices = defineEndpoint({
  method: 'GET',
  path: '/api/trial/prices',
  audience: 'institution-admin',
  scope: 'usage:read',
  tag,
  summary: 'Prices of a scan after the upgrade, newest first',
  answer: z.array(priceSchema),
});
/** Available when the 100 scans are used or the 30 days are over. */
export const requestUpgrade = defineEndpoint({
  method: 'POST',
  path: '/api/trial/upgrade-request',
  audience: 'institution-admin',
  tag,
  summary: 'Ask for pay per scan; the operators are told by mail',
  body: z.object({ message: freeText.optional() }),
  answer: messageAnswer,
});
