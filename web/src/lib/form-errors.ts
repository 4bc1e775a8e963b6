import { type FieldError, fieldErrorSchema, validationMessage } from '@duai/contract';
import { z } from 'zod';
import { apiErrorOf } from './api.ts';
import { useShownLanguage } from './messages.tsx';

/** Translates the English sentence of a rule into the language being shown; nothing where there is no error. */
export function useErrorText(): (error: { message?: string } | undefined) => string | undefined {
  const language = useShownLanguage();
  return (error) => (error ? validationMessage(error.message ?? '', language) : undefined);
}

/** The fields that the server refused, if it named any; its sentences are in the reader's language already. */
export function refusedFields(error: unknown): FieldError[] {
  const parsed = z.array(fieldErrorSchema).safeParse(apiErrorOf(error)?.details);
  return parsed.success ? parsed.data : [];
}
