import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { LIMITS } from '../values/limits.ts';

/** A name however it is typed: in small letters, with ı, I and İ as i, so that a keyboard or a language does not hide a macro. */
const foldName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[ıIİ]|i\u0307/g, 'i')
    .toLowerCase();

/** A text block with a short name; typing `.name` and a space inserts it. */
export const macroSchema = z.object({
  name: z
    .string()
    .trim()
    .overwrite(foldName)
    .regex(/^[\p{L}\p{N}-]{1,20}$/u, 'Letters, digits and hyphens, at most 20'),
  text: z.string().trim().min(1, 'REQUIRED').max(LIMITS.macroTextMaxLength, 'TOO_LONG'),
});
export type Macro = z.infer<typeof macroSchema>;
/** Lists from before may hold two names that are one by now. */
const storedSchema = z.array(macroSchema);
export const macrosSchema = z
  .array(macroSchema)
  .max(LIMITS.macrosPerReader)
  .refine((macros) => new Set(macros.map(({ name }) => name)).size === macros.length, 'Each name once');
/** Why a name cannot be added to the macros of a reader; null if it can, or is not typed yet. */
export function refusalOfName(name: string, own: readonly Macro[]): 'not-a-word' | 'taken' | null {
  if (name.trim() === '') return null;
  const parsed = macroSchema.shape.name.safeParse(name);
  if (!parsed.success) return 'not-a-word';
  return own.some((macro) => foldName(macro.name) === parsed.data) ? 'taken' : null;
}

const tag = 'Reading';
export const getMacros = defineEndpoint({
  method: 'GET',
  path: '/api/console/macros',
  audience: 'radiologist',
  tag,
  summary: 'The own pieces of text by their short names',
  answer: storedSchema,
});
export const setMacros = defineEndpoint({
  method: 'PUT',
  path: '/api/console/macros',
  audience: 'radiologist',
  tag,
  summary: 'Replace the own pieces of text',
  body: z.object({ macros: macrosSchema }),
  answer: storedSchema,
});

/** The macro whose `.name` stands before `caret`: where that begins, and the text to put in its place. Null if there is none. */
export function expandMacro(
  text: string,
  caret: number,
  macros: readonly Macro[],
): { start: number; text: string } | null {
  const [, , typed] = /(^|\s)\.([\p{L}\p{M}\p{N}-]+)$/u.exec(text.slice(0, caret)) ?? [];
  const macro = typed && macros.find(({ name }) => foldName(name) === foldName(typed));
  return macro ? { start: caret - typed.length - 1, text: macro.text } : null;
}
