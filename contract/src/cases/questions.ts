import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { freeText, idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { caseParams } from './cases.ts';

/** Messages between patient and radiologist within a case. */
export const questionEntrySchema = z.object({
  id: idSchema,
  author: z.enum(['patient', 'radiologist']),
  /** The radiologist's name; null for the patient. */
  authorName: z.string().nullable(),
  text: z.string(),
  createdAt: timeSchema,
  /** When the other side read it. */
  readAt: timeSchema.nullable(),
});
export type QuestionEntry = z.infer<typeof questionEntrySchema>;

const body = z.object({ text: freeText.pipe(z.string().min(1, 'REQUIRED')) });
const tag = 'Questions';

export const listQuestions = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/questions',
  audience: 'patient',
  tag,
  summary: 'What was asked and answered in a case',
  isAskedByPages: true,
  params: caseParams,
  answer: z.array(questionEntrySchema),
});
export const askQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/questions',
  audience: 'patient',
  tag,
  summary: 'Ask the radiologist',
  params: caseParams,
  body,
  answer: questionEntrySchema,
  status: 201,
});
export const markAnswersRead = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/questions/read',
  audience: 'patient',
  tag,
  summary: 'The patient has read the answers',
  params: caseParams,
  answer: okAnswer,
});

export const listQuestionsForStaff = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/questions',
  audience: 'radiologist',
  tag,
  summary: 'What was asked and answered in a case',
  params: caseParams,
  answer: z.array(questionEntrySchema),
});
export const answerQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/questions',
  audience: 'radiologist',
  tag,
  summary: 'Answer the patient, who is told by mail or SMS',
  params: caseParams,
  body,
  answer: questionEntrySchema,
  status: 201,
});
export const markQuestionsRead = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/questions/read',
  audience: 'radiologist',
  tag,
  summary: 'The radiologist has read the questions',
  params: caseParams,
  answer: okAnswer,
});
