import { type Logger, pino } from 'pino';
import { errorFacts, errorWords } from './error-facts.ts';

export type { Logger };

/**
 * A structured log without personal data: requests are logged by route pattern, never by URL, header or body; errors
 * only by their facts (error-facts.ts), wherever they occur in a log call.
 */
export const createLogger = (level: string, destination?: { write(line: string): void }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'headers', 'body', 'password', 'token', 'secret', 'email', 'phone'],
      // Errors were already converted to facts.
      serializers: { err: (facts: unknown) => facts },
      hooks: {
        logMethod(given, method) {
          const [first, ...rest] = given as unknown[];
          method.apply(this, withoutMessages(first, rest) as Parameters<typeof method>);
        },
      },
    },
    destination ?? pino.destination(2),
  );

/**
 * Replaces messages of errors: Pino uses an error's message as the text of the line where none is given, and libraries
 * pass it as that text.
 */
function withoutMessages(first: unknown, rest: unknown[]): unknown[] {
  const fields = first instanceof Error ? { err: first } : first;
  if (typeof fields !== 'object' || fields === null) return [first, ...rest.map(wordsInPlaceOf)];
  const errors = Object.values(fields).filter((value) => value instanceof Error);
  const safe = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? errorFacts(value) : value]),
  );
  const [text, ...more] = rest;
  const own = errors.find((error) => typeof text !== 'string' || (error.message && text.includes(error.message)));
  return [safe, own ? errorWords(own) : text, ...more.map(wordsInPlaceOf)];
}

const wordsInPlaceOf = (value: unknown): unknown => (value instanceof Error ? errorWords(value) : value);
