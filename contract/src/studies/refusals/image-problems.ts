import { z } from 'zod';
import { FILE_REFUSAL_CODES } from './file-refusals.ts';

/**
 * Why an image has no preview: a fault of its file, or a failure on our side (the last two), in which case the file is stored
 * complete.
 */
export const IMAGE_PROBLEM_CODES = [...FILE_REFUSAL_CODES, 'NOT_PROCESSED_YET', 'SET_ASIDE'] as const;
export type ImageProblemCode = (typeof IMAGE_PROBLEM_CODES)[number];

/** Why an image of a case or study is not shown, whose fault that is, and what to do, in the reader's language. */
export const imageProblemSchema = z.object({
  code: z.enum(IMAGE_PROBLEM_CODES),
  /** The file is fine and the failure is ours. */
  isOurs: z.boolean(),
  message: z.string(),
  advice: z.string(),
});
export type ImageProblem = z.infer<typeof imageProblemSchema>;
