import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { LIMITS } from '../values/limits.ts';

/** A text block with a short name; typing `.name` and a space inserts it. */
export const macroSchema = z.object({
  name: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{N}-]{1,20}$/u, 'Letters, digits and hyphens, at most 20'),
  text: z
    .string()
    .trim()
    .min(1, 'REQUIRED')
    .max(LIMITS.shortTextMaxLength * 5),
});
export type Macro = z.infer<typeof macroSchema>;
export const macrosSchema = z
  .array(macroSchema)
  .max(200)
  .refine((macros) => new Set(macros.map(({ name }) => name)).size === macros.length, 'Each name once');

const tag = 'Reading';
export const getMacros = defineEndpoint({
  method: 'GET',
  path: '/api/console/macros',
  audience: 'radiologist',
  tag,
  summary: 'The own pieces of text by their short names',
  answer: macrosSchema,
});
export const setMacros = defineEndpoint({
  method: 'PUT',
  path: '/api/console/macros',
  audience: 'radiologist',
  tag,
  summary: 'Replace the own pieces of text',
  body: z.object({ macros: macrosSchema }),
  answer: macrosSchema,
});

/** Replaces `.name` before `caret` with the text of its macro; null if there is no such macro. */
export function expandMacro(
  text: string,
  caret: number,
  macros: readonly Macro[],
): { text: string; caret: number } | null {
  const before = /(^|\s)\.([\p{L}\p{N}-]+)$/u.exec(text.slice(0, caret));
  const macro = before && macros.find(({ name }) => name === before[2]!.toLowerCase());
  if (!macro) return null;
  const start = caret - before[2]!.length - 1;
  return { text: text.slice(0, start) + macro.text + text.slice(caret), caret: start + macro.text.length };
}
