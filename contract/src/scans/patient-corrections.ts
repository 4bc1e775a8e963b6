import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { birthDateSchema, idSchema, requiredFreeText, timeSchema } from '../values/fields.ts';
import { scanParams } from './scans.ts';

const tag = 'Trial';
const audience = 'institution-admin';

/** PS3.5 section 6.2: LO, and each component group of PN, have at most 64 characters, and none that separates values. */
const MOST_CHARACTERS = 64;
const dicomText = (text: string) => !/[\\\p{Cc}]/u.test(text);
const personName = z
  .string()
  .trim()
  .refine(
    (name) =>
      dicomText(name) &&
      name.split('=').length <= 3 &&
      name.split('=').every((group) => group.length <= MOST_CHARACTERS),
    'NOT_ALLOWED',
  )
  .refine((name) => /[^^=\s]/.test(name), 'REQUIRED');
/** `*` and `?` are wildcards of searches. */
const patientIdSchema = z
  .string()
  .trim()
  .min(1, 'REQUIRED')
  .max(MOST_CHARACTERS, 'TOO_LONG')
  .refine((id) => dicomText(id) && !/[*?]/.test(id), 'NOT_ALLOWED');

/** Whom a study shows. */
const toldPatientSchema = z.object({
  /** As DICOM writes it: Family^Given^Middle^Prefix^Suffix. */
  name: z.string().nullable(),
  patientId: z.string().nullable(),
  /** As DICOM writes it: YYYYMMDD. */
  birthDate: z.string().nullable(),
  sex: z.string().nullable(),
});
export type ToldPatient = z.infer<typeof toldPatientSchema>;

export const SEXES = ['M', 'F', 'O'] as const;
const correctedPatientSchema = z.object({
  name: personName,
  patientId: patientIdSchema,
  birthDate: birthDateSchema.nullable(),
  sex: z.enum(SEXES).nullable(),
});

/** How it left: sent by us, fetched by a system, or downloaded by a person. */
const TOLD_WAYS = ['c-store', 'stow-rs', 'hl7', 'retrieve', 'fhir', 'api', 'download'] as const;
const patientOfScanSchema = z.object({
  /** Whom the study tells now; null where the images name nobody, or more than one person. */
  told: toldPatientSchema.nullable(),
  /** Whom the headers name, as they are written, the person of most images first. */
  written: z.array(toldPatientSchema),
  /** The images come without identity, so there is nobody to correct. */
  isPseudonymous: z.boolean(),
  /** The newest first; the first is in force. */
  corrections: z.array(
    z.object({
      id: idSchema,
      at: timeSchema,
      by: z.object({ name: z.string(), isOperator: z.boolean() }),
      reason: z.string(),
      former: toldPatientSchema.nullable(),
      patient: toldPatientSchema,
    }),
  ),
  /** What left while another patient was told, the newest first. */
  toldBefore: z.array(
    z.object({
      at: timeSchema,
      way: z.enum(TOLD_WAYS),
      /** The system; empty where it is a person or unknown. */
      receiver: z.string(),
      /** An object of `RESULT_OBJECTS`, `message`, `images`, or the action of the audit trail. */
      object: z.string(),
      times: z.number().int(),
    }),
  ),
  /** Results were measured while another sex or day of birth was told. */
  hasOlderResults: z.boolean(),
});
export type PatientOfScan = z.infer<typeof patientOfScanSchema>;

const correctionBody = correctedPatientSchema.extend({
  reason: requiredFreeText,
  /** The newest correction that the writer saw; another one since refuses this one. */
  seen: idSchema.nullable(),
});

export const getPatientOfScan = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/patient',
  audience,
  tag,
  summary: 'Whom a study names, what was corrected, and what left before that',
  params: scanParams,
  answer: patientOfScanSchema,
});
export const correctPatientOfScan = defineEndpoint({
  method: 'POST',
  path: '/api/trial/scans/:scanId/patient',
  audience,
  tag,
  summary: 'Correct the patient of a study, or move it to another patient; the files stay as they came',
  params: scanParams,
  body: correctionBody,
  answer: patientOfScanSchema,
});
export const findPatientById = defineEndpoint({
  method: 'POST',
  path: '/api/trial/patients/by-id',
  audience,
  tag,
  summary: 'The person whom other studies of the institution name by this Patient ID',
  body: z.object({ patientId: patientIdSchema }),
  answer: z.object({ patient: toldPatientSchema.nullable() }),
});
export const getPatientOfAnyScan = defineEndpoint({
  method: 'GET',
  path: '/api/console/scans/:scanId/patient',
  audience: 'operator',
  tag: 'Console',
  summary: 'Whom a study of an institution names, what was corrected, and what left before that',
  params: scanParams,
  answer: patientOfScanSchema,
});
export const correctPatientOfAnyScan = defineEndpoint({
  method: 'POST',
  path: '/api/console/scans/:scanId/patient',
  audience: 'operator',
  tag: 'Console',
  summary: 'Correct the patient of a study of an institution',
  params: scanParams,
  body: correctionBody,
  answer: patientOfScanSchema,
});
