import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema, isWritten, okAnswer, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { AGREEMENTS, reportContentSchema, reportLanguageSchema } from './reports.ts';

/** Why a second, blinded read is asked for. */
export const SECOND_READ_REASONS = ['request', 'major-difference', 'sample', 'after-signature'] as const;
/**
 * waiting → reading → comparing → closed, or → adjudication if the readers differ. After a signature, `addendum-due` follows
 * if the decision is not the first opinion.
 */
export const SECOND_READ_STATES = [
  'waiting',
  'reading',
  'comparing',
  'adjudication',
  'addendum-due',
  'closed',
] as const;
export const SECOND_READ_DECISIONS = ['first', 'second', 'both'] as const;
/** Why an operator ends a second read without its outcome; the signature no longer waits for one then. */
export const SECOND_READ_ENDS = ['nobody-left', 'patient-waits', 'by-mistake'] as const;
export type SecondReadReason = (typeof SECOND_READ_REASONS)[number];
export type SecondReadState = (typeof SECOND_READ_STATES)[number];
export type SecondReadDecision = (typeof SECOND_READ_DECISIONS)[number];

const text = z.string().max(LIMITS.reportTextMaxLength, 'TOO_LONG').trim().refine(isWritten, 'REQUIRED');
const opinionSchema = z.object({
  by: z.string(),
  language: reportLanguageSchema,
  findings: z.string(),
  impression: z.string(),
});

/** The part of a report that an agreement or a decision stands for: all text for professionals, and what was chosen in it. */
export const comparedSchema = reportContentSchema.omit({ plainSummary: true, keyImages: true });
export type ComparedContent = z.infer<typeof comparedSchema>;

/**
 * Whether a draft says what was agreed on or decided. `not-followed`: it still says what the adjudicator did not uphold;
 * `changed`: it says something that nobody has agreed to yet.
 */
export const AGREED_TEXT_STATES = ['as-agreed', 'not-followed', 'changed'] as const;
const agreedTextSchema = z.object({
  state: z.enum(AGREED_TEXT_STATES),
  /** Who agreed or decided; this radiologist alone confirms another text. */
  by: z.string(),
  /** The text that the word of this radiologist stands for; where it was not upheld, the first opinion. */
  content: comparedSchema,
  /** The text above was agreed to or upheld, so that a report that says it again may be signed. */
  isUpheld: z.boolean(),
  /** When the radiologist was asked to confirm the changed text; null if not. */
  askedAt: timeSchema.nullable(),
  /** What the radiologist who looks may do about a changed text. */
  mayDo: z.enum(['ask', 'confirm']).nullable(),
});
export type AgreedText = z.infer<typeof agreedTextSchema>;

/** A second read as one radiologist may see it: while it is blinded, it contains only the radiologist's own opinion. */
export const secondReadSchema = z.object({
  id: idSchema,
  /** Null while it is hidden: that the first opinion differs from an earlier report tells what it is. */
  reason: z.enum(SECOND_READ_REASONS).nullable(),
  state: z.enum(SECOND_READ_STATES),
  askedAt: timeSchema,
  /** The part that the radiologist who asks has, or may take. */
  role: z.enum(['first-reader', 'reader', 'adjudicator', 'may-read', 'may-adjudicate', 'none']),
  readerName: z.string().nullable(),
  /** Nobody has taken it, and the radiologist who looks has asked for it or has the case now. */
  mayWithdraw: z.boolean(),
  /** Until when it is kept for its reader: then a colleague may take it, or a third radiologist decides. Null in other states. */
  keptUntil: timeSchema.nullable(),
  /** Why an operator ended it without its outcome; null if none did. */
  endedBecause: z.enum(SECOND_READ_ENDS).nullable(),
  /** Null while it is hidden from the radiologist who asks. */
  first: opinionSchema.extend({ recommendations: z.string(), radsLine: z.string().nullable() }).nullable(),
  second: opinionSchema.nullable(),
  agreement: z.enum(AGREEMENTS).nullable(),
  adjudication: z.object({ by: z.string(), decision: z.enum(SECOND_READ_DECISIONS), text: z.string() }).nullable(),
  /** Null before the readers agreed or the adjudicator decided, and once the report is signed. */
  agreedText: agreedTextSchema.nullable(),
});
export type SecondRead = z.infer<typeof secondReadSchema>;

const tag = 'Reading';
export const getSecondRead = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/second-read',
  audience: 'radiologist',
  tag,
  summary: 'The latest second read of a case, as far as who asks may see it; and whether the signature waits for one',
  params: caseParams,
  answer: z.object({
    secondRead: secondReadSchema.nullable(),
    /** Why the signature waits for a second read that nobody has asked for yet; null if it does not wait. */
    isDueBecause: z.enum(['major-difference', 'sample']).nullable(),
  }),
});
export const askSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read',
  audience: 'radiologist',
  tag,
  summary: 'Ask for a blinded second reader: before the signature by who claimed the case, after it by anybody',
  params: caseParams,
  answer: okAnswer,
});
export const withdrawSecondRead = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/cases/:caseId/second-read',
  audience: 'radiologist',
  tag,
  summary: 'Take the request for a second read back: by who asked or has the case now, while nobody has taken it',
  params: caseParams,
  answer: okAnswer,
});
export const takeSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/take',
  audience: 'radiologist',
  tag,
  summary: 'Become the second reader. 409 for who has seen the first opinion or AI of these images',
  params: caseParams,
  answer: okAnswer,
});
export const giveSecondReadBack = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/cases/:caseId/second-read/take',
  audience: 'radiologist',
  tag,
  summary: 'Leave it to another reader, while no opinion is saved',
  params: caseParams,
  answer: okAnswer,
});
export const saveSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/opinion',
  audience: 'radiologist',
  tag,
  summary: 'Keep the second opinion for good; the first one is shown from then on',
  params: caseParams,
  body: z.object({ language: reportLanguageSchema, findings: text, impression: text }),
  answer: okAnswer,
});
export const compareSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/agreement',
  audience: 'radiologist',
  tag,
  summary: 'Say how the two opinions agree: a difference goes to adjudication',
  params: caseParams,
  body: z.object({ agreement: z.enum(AGREEMENTS) }),
  answer: okAnswer,
});
export const adjudicateSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/adjudication',
  audience: 'radiologist',
  tag,
  summary: 'A third radiologist decides between two opinions that differ',
  params: caseParams,
  body: z.object({ decision: z.enum(SECOND_READ_DECISIONS), text }),
  answer: okAnswer,
});
export const askConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/confirmation-request',
  audience: 'radiologist',
  tag,
  summary: 'Ask who agreed or decided to confirm the report as it was changed since then',
  params: caseParams,
  answer: okAnswer,
});
export const confirmText = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/second-read/confirmation',
  audience: 'radiologist',
  tag,
  summary: 'Confirm the changed report: by who agreed or decided. 409 where it has another version by now',
  params: caseParams,
  body: z.object({ version: z.number().int() }),
  answer: okAnswer,
});

/** How often two readers agreed. `share` (0–1) and its 95 % interval (Wilson) refer to all compared studies. */
export const agreementFiguresSchema = z.object({
  reason: z.enum(SECOND_READ_REASONS).nullable(),
  compared: z.number().int(),
  concordant: z.number().int(),
  minorDifference: z.number().int(),
  majorDifference: z.number().int(),
  share: z.object({ value: z.number(), from: z.number(), to: z.number() }).nullable(),
  /** The decisions of adjudicators. */
  decidedFirst: z.number().int(),
  decidedSecond: z.number().int(),
  decidedBoth: z.number().int(),
});
export type AgreementFigures = z.infer<typeof agreementFiguresSchema>;
export const getAgreementFigures = defineEndpoint({
  method: 'GET',
  path: '/api/console/second-reads/figures',
  audience: 'operator',
  tag: 'Operations',
  summary: 'How often second readers agreed with the first: by reason, the sum first',
  answer: z.array(agreementFiguresSchema),
});

/** A second read that is not finished, as operators see it: without any opinion. */
export const openSecondReadSchema = z.object({
  caseId: idSchema,
  caseNumber: z.string(),
  reason: z.enum(SECOND_READ_REASONS),
  state: z.enum(SECOND_READ_STATES),
  askedAt: timeSchema,
  firstReaderName: z.string(),
  readerName: z.string().nullable(),
});
export type OpenSecondRead = z.infer<typeof openSecondReadSchema>;
export const listOpenSecondReads = defineEndpoint({
  method: 'GET',
  path: '/api/console/second-reads',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Second reads that are not finished, the oldest first (200 at most)',
  answer: z.array(openSecondReadSchema),
});
export const endSecondRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/second-reads/:caseId/end',
  audience: 'operator',
  tag: 'Operations',
  summary: 'End a second read that nobody can finish; the report can then be signed without its outcome',
  params: caseParams,
  body: z.object({ because: z.enum(SECOND_READ_ENDS) }),
  answer: okAnswer,
});
