import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { freeText, idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { caseParams } from './cases.ts';

const colleagueSchema = z.object({ id: idSchema, name: z.string() });

/** What a radiologist asks a colleague about a case, or answers. It leaves the reading room in no form. */
export const noteSchema = z.object({
  id: idSchema,
  /** The question that it belongs to; null: it is a question itself. */
  questionId: idSchema.nullable(),
  author: colleagueSchema,
  /** Whom it asks, or tells. */
  to: colleagueSchema,
  text: z.string(),
  createdAt: timeSchema,
  /** When the one whom it is for had it on the screen. */
  readAt: timeSchema.nullable(),
});
export type Note = z.infer<typeof noteSchema>;

const body = z.object({ text: freeText.pipe(z.string().min(1, 'REQUIRED')) });
const tag = 'Reading';
const path = '/api/console/cases/:caseId/notes';

export const listNotes = defineEndpoint({
  method: 'GET',
  path,
  audience: 'radiologist',
  tag,
  summary:
    'Internal notes of a case, oldest first, and whom one can ask. 409 while a second reader is blinded; who reads before AI has those from or to them alone',
  isAskedByPages: true,
  params: caseParams,
  answer: z.object({
    notes: z.array(noteSchema),
    colleagues: z.array(colleagueSchema.extend({ isAbsent: z.boolean() })),
  }),
});
export const askColleague = defineEndpoint({
  method: 'POST',
  path,
  audience: 'radiologist',
  tag,
  summary: 'Ask a colleague about a case, who is told by mail; in no report and for no patient',
  params: caseParams,
  body: body.extend({ colleagueId: idSchema }),
  answer: noteSchema,
  status: 201,
});
export const answerColleague = defineEndpoint({
  method: 'POST',
  path: `${path}/:noteId/answers`,
  audience: 'radiologist',
  tag,
  summary: 'Answer the question of a colleague; who asked may write on, and the one who was asked is told',
  params: caseParams.extend({ noteId: idSchema }),
  body,
  answer: noteSchema,
  status: 201,
});
export const markNotesRead = defineEndpoint({
  method: 'POST',
  path: `${path}/read`,
  audience: 'radiologist',
  tag,
  summary: 'What is for this radiologist has been read',
  params: caseParams,
  answer: okAnswer,
});
