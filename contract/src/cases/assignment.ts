import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { subspecialtySchema } from '../studies/body-parts.ts';
import { idSchema, timeSchema } from '../values/fields.ts';
import { caseModalitySchema, urgencySchema } from './cases.ts';

/** Cases of this kind go to these radiologists; null: of every kind. With nobody named, to who reads the subspecialty. */
export const assignmentRuleSchema = z
  .strictObject({
    modality: caseModalitySchema.nullable(),
    urgency: urgencySchema.nullable(),
    subspecialty: subspecialtySchema.nullable(),
    readers: z.array(idSchema).max(50),
  })
  .refine(({ subspecialty, readers }) => subspecialty !== null || readers.length > 0, {
    path: ['readers'],
    message: 'REQUIRED',
  });
export type AssignmentRule = z.infer<typeof assignmentRuleSchema>;
/** Default: hours without work by its holder after which a claim ends. */
export const CLAIM_IDLE_HOURS = 4;
const idleHours = z.number().int().min(1).max(72);
const rulesSchema = z.array(assignmentRuleSchema).max(50);
/** The rules, and the radiologists whom a rule can name. */
const assignmentSchema = z.object({
  rules: rulesSchema,
  /** Hours without work by its holder after which a claim ends. */
  claimIdleHours: idleHours,
  /** When they were changed last; null if never. */
  updatedAt: timeSchema.nullable(),
  radiologists: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      email: z.string(),
      isAbsent: z.boolean(),
      subspecialties: z.array(subspecialtySchema),
    }),
  ),
});
export type Assignment = z.infer<typeof assignmentSchema>;

const path = '/api/console/assignment-rules';
export const getAssignment = defineEndpoint({
  method: 'GET',
  path,
  audience: 'operator',
  tag: 'Operations',
  summary: 'To whom cases are given as they arrive',
  answer: assignmentSchema,
});
export const setAssignment = defineEndpoint({
  method: 'PUT',
  path,
  audience: 'operator',
  tag: 'Operations',
  summary:
    'Replace the rules. The first one that fits and has a reader who is there decides; of its readers the one with the fewest open cases is chosen. 409 RULES_CHANGED where they are not those that were seen',
  /** If `claimIdleHours` is absent, it stays unchanged. `seen` is `updatedAt` of the rules that are replaced; if absent, any are. */
  body: z.strictObject({ rules: rulesSchema, claimIdleHours: idleHours.optional(), seen: timeSchema.nullish() }),
  answer: assignmentSchema,
});
