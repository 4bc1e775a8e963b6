import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  emailSchema,
  freeText,
  idSchema,
  linkTokenSchema,
  messageAnswer,
  optionalText,
  requiredFreeText,
  requiredText,
  timeSchema,
} from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { priceBody, priceSchema, priceTermsSchema } from './billing.ts';

export const TRIAL_COUNTRIES = [
  'United States',
  'United Kingdom',
  'Germany',
  'France',
  'Japan',
  'India',
  'Canada',
  'Australia',
  'Turkey',
  'Other',
] as const;
export const TRIAL_MODALITIES = [
  'CT',
  'MRI',
  'X-Ray',
  'Ultrasound',
  'Mammography',
  'PET',
  'SPECT',
  'Angiography',
  'Fluoroscopy',
  'Other',
] as const;
export const STUDIES_PER_DAY = ['Less than 50', '50-100', '100-200', '200-500', '500-1000', 'More than 1000'] as const;

export const trialRegistrationSchema = z.object({
  institutionName: requiredText,
  contactName: requiredText,
  email: emailSchema,
  phone: requiredText,
  country: z.enum(TRIAL_COUNTRIES),
  pacsVendor: requiredText,
  pacsVersion: optionalText,
  dicomNodes: optionalText,
  modalities: z.array(z.enum(TRIAL_MODALITIES)).max(TRIAL_MODALITIES.length).default([]),
  studiesPerDay: z.preprocess((value) => (value === '' ? undefined : value), z.enum(STUDIES_PER_DAY).optional()),
  comments: freeText.optional().transform((text) => text || undefined),
  gdprConsent: z.literal(true),
});
export type TrialRegistration = z.output<typeof trialRegistrationSchema>;

const tag = 'Trial';
export const registerTrial = defineEndpoint({
  method: 'POST',
  path: '/api/registration',
  audience: 'public',
  tag,
  summary: 'Apply for a trial',
  body: trialRegistrationSchema,
  answer: messageAnswer,
  status: 201,
});

export const trialUsageSchema = z.object({
  usedScans: z.number().int(),
  totalScans: z.number().int(),
  remainingDays: z.number().int(),
  expiresAt: timeSchema,
  plan: z.enum(['trial', 'pay-per-scan']),
  /** Scans beyond the trial, billed per scan after an upgrade. */
  meteredScans: z.number().int(),
  /** The sample institution of demo mode. */
  isSample: z.boolean(),
  /** A series with more voxels is checked for quality only; no volume is built and nothing is measured. */
  mostVoxels: z.number().int(),
});
export type TrialUsage = z.infer<typeof trialUsageSchema>;
export const getTrialUsage = defineEndpoint({
  method: 'GET',
  path: '/api/trial/usage',
  audience: 'institution-admin',
  scope: 'usage:read',
  tag,
  summary: 'Scans used and days left',
  answer: trialUsageSchema,
});
// ---- Operations ----
/** As stored; output schemas transform nothing. */
export const applicationSchema = z.object({
  id: idSchema,
  institutionName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  pacsVendor: z.string(),
  pacsVersion: z.string().nullable(),
  dicomNodes: z.string().nullable(),
  modalities: z.array(z.string()),
  studiesPerDay: z.string().nullable(),
  comments: z.string().nullable(),
  /** `asked`: an operator asked the applicant a question that is not answered yet. */
  status: z.enum(['new', 'asked', 'approved', 'declined']),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  declineReason: z.string().nullable(),
  createdAt: timeSchema,
  decidedAt: timeSchema.nullable(),
});
export type Application = z.infer<typeof applicationSchema>;
const operations = 'Operations';
const applicationParams = z.object({ applicationId: idSchema });
export const listApplications = defineEndpoint({
  method: 'GET',
  path: '/api/console/applications',
  audience: 'operator',
  tag: operations,
  summary: `Trial applications: those to decide first, then the newest; at most ${LIMITS.rowsAtOnce}`,
  answer: z.array(applicationSchema),
});
export const approveApplication = defineEndpoint({
  method: 'POST',
  path: '/api/console/applications/:applicationId/approve',
  audience: 'operator',
  tag: operations,
  summary: 'Approve: makes the institution and mails the invitation',
  params: applicationParams,
  answer: applicationSchema,
});
export const declineApplication = defineEndpoint({
  method: 'POST',
  path: '/api/console/applications/:applicationId/decline',
  audience: 'operator',
  tag: operations,
  summary: 'Decline with a reason, which is mailed to the applicant',
  params: applicationParams,
  body: z.object({ reason: requiredFreeText }),
  answer: applicationSchema,
});
export const askApplicant = defineEndpoint({
  method: 'POST',
  path: '/api/console/applications/:applicationId/ask',
  audience: 'operator',
  tag: operations,
  summary: 'Ask the applicant something; the mail carries a link to answer',
  params: applicationParams,
  body: z.object({ question: requiredFreeText }),
  answer: applicationSchema,
});
/** The page behind the link in the mail. */
export const getApplicationQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/registration/question',
  audience: 'public',
  tag,
  summary: 'The question about an application, by the mailed link',
  body: z.object({ token: linkTokenSchema }),
  answer: z.object({ institutionName: z.string(), question: z.string() }),
});
export const answerApplicationQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/registration/answer',
  audience: 'public',
  tag,
  summary: 'Answer it; the link works once',
  body: z.object({ token: linkTokenSchema, answer: requiredFreeText }),
  answer: messageAnswer,
});

export const institutionSchema = z.object({
  id: idSchema,
  name: z.string(),
  country: z.string(),
  plan: z.enum(['trial', 'pay-per-scan']),
  activatedAt: timeSchema.nullable(),
  expiresAt: timeSchema.nullable(),
  usedScans: z.number().int(),
  meteredScans: z.number().int(),
  userCount: z.number().int(),
  isSample: z.boolean(),
  /** Members can sign in only at the institution's own provider. */
  arePasswordsOff: z.boolean(),
  /** Newest first; empty: prices as agreed. */
  prices: z.array(priceSchema),
});
export type Institution = z.infer<typeof institutionSchema>;
export const listInstitutions = defineEndpoint({
  method: 'GET',
  path: '/api/console/institutions',
  audience: 'operator',
  tag: operations,
  summary: 'Institutions and their use',
  answer: z.array(institutionSchema),
});
export const inviteInstitutionAgain = defineEndpoint({
  method: 'POST',
  path: '/api/console/institutions/:institutionId/invitation',
  audience: 'operator',
  tag: operations,
  summary: 'Mail the invitation anew to the applicant, as long as nobody has redeemed it; the link before ends',
  params: z.object({ institutionId: idSchema }),
  answer: institutionSchema,
});
export const upgradeInstitution = defineEndpoint({
  method: 'POST',
  path: '/api/console/institutions/:institutionId/upgrade',
  audience: 'operator',
  tag: operations,
  summary: 'From trial to pay per scan; without a price it is paid as agreed',
  params: z.object({ institutionId: idSchema }),
  body: z.object({ price: priceTermsSchema.optional() }),
  answer: institutionSchema,
});
export const setScanPrice = defineEndpoint({
  method: 'POST',
  path: '/api/console/institutions/:institutionId/prices',
  audience: 'operator',
  tag: operations,
  summary: 'A price of a scan from a day on; the same day again replaces it until the day is over',
  params: z.object({ institutionId: idSchema }),
  body: priceBody,
  answer: institutionSchema,
});
