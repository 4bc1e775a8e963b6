import type { ErrorCode, Language } from '@duai/contract';
import ar from '@duai/texts/ar/errors';
import en from '@duai/texts/en/errors';
import tr from '@duai/texts/tr/errors';

type ErrorText = string | ((params: never) => string);
/** A code without its sentence is a type error here. */
const TEXTS: Record<Language, Record<ErrorCode, ErrorText>> = { tr, en, ar };

/** What a reader is told of an error. `params` are the placeholders of its text, which the code that raises it knows. */
export function errorText(
  code: ErrorCode,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = TEXTS[language][code];
  return typeof text === 'string' ? text : text(params as never);
}
