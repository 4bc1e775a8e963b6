import { z } from 'zod';
import { FILE_REFUSAL_CODES } from '../cases/file-refusals.ts';

/** Why an image came to no picture: its file, or a failure of ours (the last two), where the file is stored whole. */
export const IMAGE_PROBLEM_CODES = [...FILE_REFUSAL_CODES, 'NOT_PROCESSED_YET', 'SET_ASIDE'] as const;
export type ImageProblemCode = (typeof IMAGE_PROBLEM_CODES)[number];

/** Why an image of a case or study is not shown, whose failure that is, and what to do, in the reader's language. */
export const imageProblemSchema = z.object({
  code: z.enum(IMAGE_PROBLEM_CODES),
  /** Whether the file is well and we failed. */
  isOurs: z.boolean(),
  message: z.string(),
  advice: z.string(),
});
export type ImageProblem = z.infer<typeof imageProblemSchema>;
