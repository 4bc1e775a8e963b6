import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  emptyAsAbsent,
  idSchema,
  okAnswer,
  pageAnswer,
  pageQuery,
  requiredText,
  timeSchema,
} from '../values/fields.ts';

/** With fewer positive or fewer negative studies than this, figures are shown with a warning. */
export const STABLE_FROM = 30;
export const GROUND_TRUTH_MAX_LINES = 5000;

const codeSchema = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
const findingSchema = z.object({ kind: z.literal('finding'), code: codeSchema });
const limitSchema = z.object({
  kind: z.literal('measurement'),
  code: codeSchema,
  direction: z.enum(['at-least', 'at-most']),
  threshold: z.number(),
});
/** When the AI's answer counts as positive: a finding is present, or a measurement reaches a threshold. */
export const positiveWhenSchema = z.discriminatedUnion('kind', [
  findingSchema,
  /** `unit`: UCUM, as the measurement had it when the question was asked; absent where it is not known. */
  limitSchema.extend({ unit: z.string().optional() }),
]);
export type PositiveWhen = z.infer<typeof positiveWhenSchema>;

/** A yes-or-no question that the trial asks about an algorithm's results. */
export const questionBody = z.object({
  name: requiredText,
  algorithmId: z.string().min(1).max(100),
  positiveWhen: z.discriminatedUnion('kind', [findingSchema, limitSchema]),
});
export type QuestionBody = z.output<typeof questionBody>;
export const questionSchema = z.object({
  id: idSchema,
  name: z.string(),
  algorithmId: z.string(),
  positiveWhen: positiveWhenSchema,
  createdAt: timeSchema,
});
export type Question = z.infer<typeof questionSchema>;

/** A proportion with its 95 % confidence interval; null if its denominator is 0. */
export const proportionSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number(), count: z.number().int(), of: z.number().int() })
  .nullable();
export type Proportion = z.infer<typeof proportionSchema>;

export const accuracySchema = z.object({
  truePositives: z.number().int(),
  falsePositives: z.number().int(),
  trueNegatives: z.number().int(),
  falseNegatives: z.number().int(),
  sensitivity: proportionSchema,
  specificity: proportionSchema,
  positivePredictiveValue: proportionSchema,
  negativePredictiveValue: proportionSchema,
  /** Null if there are no scores or not both classes; `low` and `high` are null if the variance cannot be estimated. */
  auc: z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  isSmall: z.boolean(),
});
export type Accuracy = z.infer<typeof accuracySchema>;

export const SUBGROUPS = ['sex', 'age', 'device'] as const;
export const turnaroundSchema = z
  .object({
    count: z.number().int(),
    medianSeconds: z.number(),
    p90Seconds: z.number(),
    minSeconds: z.number(),
    maxSeconds: z.number(),
  })
  .nullable();
export type Turnaround = z.infer<typeof turnaroundSchema>;

/** Agreement between readers on the same studies, beyond chance: Cohen’s kappa for two readers, Fleiss’ kappa for more. */
export const readerAgreementSchema = z.object({
  method: z.enum(['cohen', 'fleiss']),
  readers: z.number().int(),
  /** Studies judged by at least two readers. */
  studies: z.number().int(),
  /** Of these, the studies on which all readers agree. */
  unanimous: z.number().int(),
  /** Null if undefined; `low` and `high` are null if the error cannot be estimated. */
  kappa: z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() }).nullable(),
});
export type ReaderAgreement = z.infer<typeof readerAgreementSchema>;

export const proofSchema = z.object({
  question: questionSchema,
  /** Studies with an answer of the AI and ground truth; the figures are based on these. */
  evaluated: z.number().int(),
  /** Studies with ground truth but without an answer of the AI (gated, not evaluable, failed, still running). */
  withoutAnswer: z.number().int(),
  /** Studies with an answer but without ground truth. */
  withoutTruth: z.number().int(),
  all: accuracySchema,
  subgroups: z.array(z.object({ by: z.enum(SUBGROUPS), group: z.string(), accuracy: accuracySchema })),
  /** Null if no study was judged by two readers. */
  readers: readerAgreementSchema.nullable(),
});
export type Proof = z.infer<typeof proofSchema>;

/** One study with the answers to one question. */
export const proofCaseSchema = z.object({
  scanId: idSchema,
  studyInstanceUid: z.string().nullable(),
  studyDescription: z.string().nullable(),
  uploadDate: timeSchema,
  answer: z.enum(['positive', 'negative']).nullable(),
  score: z.number().nullable(),
  label: z.enum(['positive', 'negative']).nullable(),
  /** The common verdict of all readers; null if there is none yet or they differ. */
  verdict: z.enum(['agree', 'disagree']).nullable(),
  /** The verdict of the caller. */
  ownVerdict: z.enum(['agree', 'disagree']).nullable(),
  /** Number of readers who judged it. */
  readers: z.number().int(),
});
export type ProofCase = z.infer<typeof proofCaseSchema>;

export const PROOF_CASES_PER_PAGE = 50;

const tag = 'Trial proof';
const questionParams = z.object({ questionId: idSchema });
/** The algorithms that answered at least one study of this institution, with the codes in their results. */
export const listProofChoices = defineEndpoint({
  method: 'GET',
  path: '/api/trial/proof/choices',
  audience: 'institution-admin',
  tag,
  summary: 'What a question can be about',
  answer: z.array(
    z.object({
      algorithmId: z.string(),
      title: z.string(),
      findings: z.array(z.string()),
      measurements: z.array(z.object({ code: z.string(), unit: z.string() })),
    }),
  ),
});
export const listProofs = defineEndpoint({
  method: 'GET',
  path: '/api/trial/proof',
  audience: 'institution-admin',
  scope: 'proof:read',
  tag,
  summary: 'Every question with its figures, and the turnaround times',
  answer: z.object({ proofs: z.array(proofSchema), turnaround: turnaroundSchema }),
});
export const createQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/trial/proof',
  audience: 'institution-admin',
  tag,
  summary: 'New endpoint',
  body: questionBody,
  answer: questionSchema,
  status: 201,
});
export const deleteQuestion = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/proof/:questionId',
  audience: 'institution-admin',
  tag,
  summary: 'Remove a question with its ground truth',
  params: questionParams,
  answer: okAnswer,
});
export const listProofCases = defineEndpoint({
  method: 'GET',
  path: '/api/trial/proof/:questionId/cases',
  audience: 'institution-admin',
  scope: 'proof:read',
  tag,
  summary: 'Studies of a question, oldest first, in pages: answer, score, truth, verdict',
  params: questionParams,
  query: z.object(pageQuery(PROOF_CASES_PER_PAGE)),
  answer: z.object({
    rows: z.array(proofCaseSchema),
    /** Counted up to 1,000; 1,001 means more. */
    total: z.number().int(),
    ...pageAnswer,
  }),
});
/** Lines `study,label`; a study is a Study Instance UID or the id of a scan. If any line is invalid, nothing is stored. */
export const uploadGroundTruth = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/proof/:questionId/ground-truth',
  audience: 'institution-admin',
  tag,
  summary: 'Ground truth as CSV; a study that was labelled before gets the new label',
  params: questionParams,
  body: z.object({ csv: z.string().min(1) }),
  answer: z.object({
    stored: z.number().int(),
    /** Lines whose study is not among the scans yet; they count once it is. */
    unknownStudies: z.number().int(),
  }),
});
/** The error in one line of the CSV: details of GROUND_TRUTH_INVALID. */
export const groundTruthErrorSchema = z.object({ line: z.number().int(), message: z.string() });
export type GroundTruthError = z.infer<typeof groundTruthErrorSchema>;

const verdictChoice = z.enum(['agree', 'disagree']);
/** A reader's verdict on one finding, or on the AI's answer to a question, positive or negative; null withdraws it. */
export const setVerdict = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/scans/:scanId/verdicts',
  audience: 'institution-reader',
  tag,
  summary: 'Agree or disagree with what the AI found, or did not find, in a study',
  params: z.object({ scanId: idSchema }),
  body: z.union([
    z.object({ findingId: idSchema, verdict: verdictChoice.nullable() }),
    z.object({
      algorithmId: z.string().min(1).max(100),
      /** Code of the finding that is judged, or of the measurement behind a question. */
      code: codeSchema,
      /** Only with a measurement: the question whose threshold was judged. */
      questionId: idSchema.optional(),
      verdict: verdictChoice.nullable(),
    }),
  ]),
  answer: okAnswer,
});
export const verdictSchema = z.object({
  scanId: idSchema,
  algorithmId: z.string(),
  code: z.string(),
  questionId: idSchema.nullable(),
  /** Null: the verdict is about the study as a whole. */
  findingId: idSchema.nullable(),
  verdict: verdictChoice,
  /** Whether it is the caller’s own. */
  isOwn: z.boolean(),
  /** Username; null if the account was deleted. */
  reader: z.string().nullable(),
  at: timeSchema,
});
export const VERDICTS_PER_PAGE = 200;
export const listVerdicts = defineEndpoint({
  method: 'GET',
  path: '/api/trial/verdicts',
  audience: 'institution-reader',
  tag,
  summary:
    'Verdicts of the institution, or those on one scan; newest first, in pages. A reader is given the own ones, so that readers judge independently',
  query: z.object({ scanId: emptyAsAbsent(idSchema), ...pageQuery(VERDICTS_PER_PAGE) }),
  answer: z.object({ rows: z.array(verdictSchema), ...pageAnswer }),
});

// ---- The dossier at the end of the trial ----
export const dossierSchema = z.object({
  id: idSchema,
  createdAt: timeSchema,
  studies: z.number().int(),
  questions: z.number().int(),
  csvSha256: z.string(),
  pdfSha256: z.string(),
});
export type Dossier = z.infer<typeof dossierSchema>;
const dossierParams = z.object({ dossierId: idSchema });
export const listDossiers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/dossiers',
  audience: 'institution-admin',
  tag,
  summary: 'Dossiers, newest first',
  answer: z.array(dossierSchema),
});
export const createDossier = defineEndpoint({
  method: 'POST',
  path: '/api/trial/dossiers',
  audience: 'institution-admin',
  tag,
  summary: 'Freeze the figures of this moment as CSV and PDF',
  answer: dossierSchema,
  status: 201,
});
export const getDossierCsv = defineEndpoint({
  method: 'GET',
  path: '/api/trial/dossiers/:dossierId/csv',
  audience: 'institution-admin',
  tag,
  summary: 'Every study and answer: all figures of the PDF recompute from this file',
  params: dossierParams,
  produces: 'text/csv',
});
export const getDossierPdf = defineEndpoint({
  method: 'GET',
  path: '/api/trial/dossiers/:dossierId/pdf',
  audience: 'institution-admin',
  tag,
  summary: 'The dossier',
  params: dossierParams,
  produces: 'application/pdf',
});
