import {
  type FileRefusalCode,
  type ImageProblem,
  type ImageProblemCode,
  type Language,
  type RuleCode,
  ruleOf,
} from '@duai/contract';
import ar from '@duai/texts/ar/checks';
import en, { type Texts } from '@duai/texts/en/checks';
import tr from '@duai/texts/tr/checks';

type Sentences = { readonly rules: Record<RuleCode, string>; readonly files: FileTexts };
type FileTexts = Texts['files'] & { readonly refusals: Record<FileRefusalCode, string> };
/** A code of the contract without a text is a type error here. */
const TEXTS: Readonly<Record<Language, Sentences>> = { tr, en, ar };

/** The text for a message of a schema, in the reader’s language. */
export const ruleText = (message: string, language: Language): string => TEXTS[language].rules[ruleOf(message)];

/** Why a file was refused. */
export const refusalText = (code: FileRefusalCode, language: Language): string => TEXTS[language].files.refusals[code];

/** Problems of the file's format, where copying it again does not help. */
const OTHER_FORM: readonly ImageProblemCode[] = [
  'TRANSFER_SYNTAX_NOT_SUPPORTED',
  'RESCALE_INVALID',
  'TOO_MANY_PIXELS',
  'TOO_MANY_FRAMES',
  'NESTING_TOO_DEEP',
  'CHARSET_NOT_SUPPORTED',
];

/** Why an image is not shown, whether the fault is ours, and what the sender can do. */
export function describeImageProblem(code: ImageProblemCode, language: Language): ImageProblem {
  const { refusals, failures, advice } = TEXTS[language].files;
  const isOurs = code === 'NOT_PROCESSED_YET' || code === 'SET_ASIDE';
  return { code, isOurs, message: isOurs ? failures[code] : refusals[code], advice: advice[adviceFor(code)] };
}

function adviceFor(code: ImageProblemCode): keyof FileTexts['advice'] {
  if (code === 'NOT_PROCESSED_YET') return 'wait';
  if (code === 'SET_ASIDE') return 'sendAgain';
  return OTHER_FORM.includes(code) ? 'otherForm' : 'copyAgain';
}
