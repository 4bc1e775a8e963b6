import { type FieldError, fieldErrorSchema, ruleOf } from '@duai/contract';
import { z } from 'zod';
import { apiErrorOf } from './api.ts';
import { useCheckTexts } from './messages.tsx';

/**
 * The text of a form rule in the page's language; errors of the server (type `server`) are translated already. Undefined
 * without an error.
 */
export function useErrorText(): (
  error: { message?: string | undefined; type?: unknown } | undefined,
) => string | undefined {
  const { rules } = useCheckTexts();
  return (error) => error && (error.type === 'server' ? error.message : rules[ruleOf(error.message ?? '')]);
}

/** The fields that the server refused, if it named any; their messages are in the reader's language already. */
export function refusedFields(error: unknown): FieldError[] {
  const parsed = z.array(fieldErrorSchema).safeParse(apiErrorOf(error)?.details);
  return parsed.success ? parsed.data : [];
}

export const refusalOf = (error: unknown, field: string): string | undefined =>
  refusedFields(error).find(({ path }) => path === field)?.message;
