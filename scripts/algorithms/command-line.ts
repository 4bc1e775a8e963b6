import { RECIPES } from '@duai/algorithms';
import { AppError } from '../../server/src/core/app-error.ts';
import { errorFacts } from '../../server/src/core/error-facts.ts';

/** An error that the person at the terminal can mend: its message says how, and no stack is printed. */
export class Mistake extends Error {}

/** What each command takes, in the words of docs/algorithms.md. */
const USAGE: Readonly<Record<string, string>> = {
  import: 'DIR|ZIP',
  install: 'ID FOLDER',
  activate: 'ID VERSION',
  off: 'ID',
  'roll-back': 'ID',
  shadow: 'ID VERSION on|off',
  'shadow-runs': 'ID VERSION',
  figures: 'ID',
  guard: 'ID VERSION pause|warn',
  list: '',
  fetch: 'DIR | ID | ID FOLDER --from ADDRESS',
  run: 'ID PATH [--modality M] [--body-part P] [--age YEARS] [--json]',
  evaluate: 'ID --data DIR --index FILE.tsv [--positive LABEL,…] [--modality M] [--body-part P] [--age YEARS] [--json]',
  replay: 'ANALYSIS',
  schema: '',
};

/** How one command is written, or each of them. */
export function usageOf(command: string): string {
  const lines = (Object.hasOwn(USAGE, command) ? [command] : Object.keys(USAGE)).map((name) =>
    `  npm run algorithms -- ${name} ${USAGE[name]}`.trimEnd(),
  );
  return ['Usage:', ...lines, 'docs/algorithms.md says what they do.'].join('\n');
}

/** One of two words. @throws Mistake */
export function oneOf<Word extends string>(word: string | undefined, words: readonly Word[]): Word {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new Mistake(`${word} is none of ${words.join(', ')}`);
  return found;
}

/** Completed years. @throws Mistake */
export function yearsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const years = Number(text);
  if (!/^\d{1,3}$/.test(text) || years > 130)
    throw new Mistake(`--age takes completed years: ${text} is no such number`);
  return years;
}

/** What is printed for an error: the words of a mistake; for a fault of the program its facts. */
export function wordsFor(error: unknown, words: readonly string[]): string | object {
  if (error instanceof Mistake) return error.message;
  if (!(error instanceof AppError)) return errorFacts(error);
  if (error.code === 'NOT_FOUND')
    return `${words.join(' ')}: not found (${error.message}). What is installed: npm run algorithms -- list`;
  const recipe = RECIPES.find(({ manifest }) => manifest.id === words[0]);
  const needed = error.code === 'PACKAGE_FILE_MISSING' && recipe?.files?.map(({ path }) => path);
  return [
    error.messageIn('en'),
    // Shows the message of a library too, for the authors of packages.
    ...(error.message === error.code ? [] : [error.message]),
    ...(needed ? [`The folder that you name holds: ${needed.join(', ')}`] : []),
  ].join('\n');
}
