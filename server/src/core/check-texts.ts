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
/** A code of the contract without its sentence is a type error here. */
const TEXTS: Readonly<Record<Language, Sentences>> = { tr, en, ar };

/** The reader’s sentence for a message of a schema. */
export const ruleText = (message: string, language: Language): string => TEXTS[language].rules[ruleOf(message)];

/** Why a file was refused. */
export const refusalText = (code: FileRefusalCode, language: Language): string => TEXTS[language].files.refusals[code];

/** Copying cannot help where the file is whole and of a form that is not taken. */
const OTHER_FORM: readonly ImageProblemCode[] = [
  'TRANSFER_SYNTAX_NOT_SUPPORTED',
  'TOO_MANY_PIXELS',
  'TOO_MANY_FRAMES',
  'NESTING_TOO_DEEP',
  'CHARSET_NOT_SUPPORTED',
];

/** Why an image is not shown, whose failure that is, and what its sender can do. */
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
