import type { ErrorCode, Language } from '@duai/contract';
import ar from '@duai/texts/ar/errors';
import en from '@duai/texts/en/errors';
import tr from '@duai/texts/tr/errors';

type ErrorText = string | ((params: never) => string);
/** A code without a text is a type error here. */
const TEXTS: Record<Language, Record<ErrorCode, ErrorText>> = { tr, en, ar };

/** The text of an error for a user. `params` fill the placeholders of the text; the code that throws the error gives them. */
export function errorText(
  code: ErrorCode,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = TEXTS[language][code];
  return typeof text === 'string' ? text : text(params as never);
}
