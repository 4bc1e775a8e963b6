/** The parts of an error that may be shown outside its request: in the log, in a job's row, on the health page. */
export interface ErrorFacts {
  type: string;
  message: string;
  code?: string;
  /** Names from the schema, as PostgreSQL gives them beside its message; never values. */
  at?: Record<string, string>;
  stack?: string;
  cause?: ErrorFacts;
}

const LONGEST_CAUSE_CHAIN = 5;
/** Fields of a PostgreSQL error that hold names only (PostgreSQL, appendix "Error and Notice Message Fields"). */
const NAME_FIELDS = ['schema', 'table', 'column', 'constraint', 'dataType', 'routine'] as const;

type Loose = Error & Record<string, unknown>;

/** Drizzle puts the query's parameters into its message; the driver puts values into message, detail and where. */
const isQueryError = (error: Loose): boolean => 'params' in error && 'query' in error;
const isServerError = (error: Loose): boolean => typeof error.severity === 'string' && typeof error.code === 'string';
/** Parsers quote the input that they could not read (V8's JSON.parse), and zod the received value. */
const quotesItsInput = (error: Loose): boolean => error.name === 'SyntaxError' || error.name === 'ZodError';

const holdsValues = (error: Loose): boolean => isQueryError(error) || isServerError(error) || quotesItsInput(error);

/**
 * The facts of an error without any value of a query, row or text: type, code, and the place in schema and code. The
 * message is replaced where an error quotes its input, or repeats the message of such a cause.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no Error was thrown' };
  const loose = error as Loose;
  const cause =
    loose.cause !== undefined && depth < LONGEST_CAUSE_CHAIN ? errorFacts(loose.cause, depth + 1) : undefined;
  const names = NAME_FIELDS.flatMap((name) => (typeof loose[name] === 'string' ? [[name, loose[name]] as const] : []));
  const code = typeof loose.code === 'string' || typeof loose.code === 'number' ? String(loose.code) : undefined;
  return {
    type: loose.name,
    message: wordsOf(loose, code),
    ...(code !== undefined && { code }),
    ...(isServerError(loose) && names.length > 0 && { at: Object.fromEntries(names) }),
    ...(typeof loose.stack === 'string' && { stack: framesOf(loose.stack, loose.message) }),
    ...(cause && { cause }),
  };
}

/** Only the message, by the same rule. */
export const errorWords = (error: unknown): string => errorFacts(error).message;

/** A copy of the error without values, for libraries that store what is thrown. */
export function errorToKeep(error: unknown): Error {
  const { type, message, code, stack, cause } = errorFacts(error);
  const kept = new Error(cause ? `${message} (${cause.message})` : message);
  kept.name = type;
  kept.stack = `${type}: ${kept.message}\n${stack ?? ''}`;
  return code === undefined ? kept : Object.assign(kept, { code });
}

function wordsOf(error: Loose, code: string | undefined): string {
  if (isServerError(error)) return `the database refused: ${code}`;
  if (isQueryError(error)) return 'a query failed';
  if (quotesItsInput(error)) return 'what was read is not of the expected form';
  for (const inner of innerOf(error))
    if (holdsValues(inner) && repeats(error.message, inner.message)) return 'failed by its cause';
  return error.message;
}

function* innerOf(error: Loose): Generator<Loose> {
  let cause = error.cause;
  for (let depth = 0; depth < LONGEST_CAUSE_CHAIN && cause instanceof Error; depth += 1) {
    yield cause as Loose;
    cause = cause.cause;
  }
}

const repeats = (message: string, inner: string): boolean => inner.length > 0 && message.includes(inner);

/** The message at the beginning of the stack is cut off; of the rest only lines with a place in the code are kept. */
function framesOf(stack: string, message: string): string {
  const at = message ? stack.indexOf(message) : -1;
  return stack
    .slice(at < 0 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => /^\s+at .*(?::\d+:\d+|<anonymous>)\)?$/.test(line))
    .join('\n');
}
