import { LIMITS } from '@duai/contract';

/** So much of a question stands before its answer; the whole of it is shown above the field. */
const QUOTED = 500;

function quoteOf(question: string): string {
  const signs = [...question];
  return `› ${signs.length > QUOTED ? `${signs.slice(0, QUOTED - 1).join('')}…` : question}\n\n`;
}

/** The message that answers a question of the radiologist: the question, then the answer. */
export const answerText = (question: string, answer: string): string => `${quoteOf(question)}${answer}`;

/** As many characters an answer can have. */
export const mostCharacters = (question: string): number => LIMITS.freeTextMaxLength - quoteOf(question).length;
