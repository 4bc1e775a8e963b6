import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { errorToKeep } from './error-facts.ts';
import { createLogger } from './logger.ts';

const CANARY = 'Zeynep Kanarya';
const lines: string[] = [];
const log = createLogger('debug', { write: (line) => void lines.push(line) });
const written = (write: () => void): string => {
  lines.length = 0;
  write();
  return lines.join('');
};

/** An error as the driver throws it: message, detail and where quote the row. */
const driverError = () =>
  Object.assign(new Error(`invalid input syntax for type uuid: "${CANARY}"`), {
    name: 'error',
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (email)=(${CANARY}) already exists.`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
    table: 'patients',
    constraint: 'patients_email_key',
  });
const queryError = () =>
  Object.assign(new Error(`Failed query: insert into patients values ($1)\nparams: ${CANARY}\n    at ${CANARY}`), {
    query: 'insert',
    params: [CANARY],
    cause: driverError(),
  });

it.each([
  ['as a field', () => log.error({ err: queryError() }, 'request failed')],
  ['under any other field', () => log.warn({ after: queryError() }, 'not removed')],
  ['alone', () => log.error(queryError())],
  ['without a text', () => log.error({ err: queryError() })],
  ['with its message as the text', () => log.error({ err: driverError() }, driverError().message)],
  ['as an argument of a text', () => log.error('it failed: %s', queryError())],
  [
    'repeated by who caught it',
    () => log.error({ err: new Error(`job: ${queryError().message}`, { cause: queryError() }) }),
  ],
  ['behind an answer', () => log.error({ err: new AppError('INTERNAL', { cause: queryError() }) }, 'request failed')],
  ['by a parser', () => written(() => log.error({ err: thrownBy(() => JSON.parse(`"${CANARY}`.repeat(2))) }))],
  ['through a child logger', () => log.child({ reqId: '1' }).error({ err: queryError() }, 'request failed')],
])('says an error without the values of its query: %s', (_how, write) => {
  const line = written(write);
  expect(line).not.toContain('Kanarya');
  expect(JSON.parse(line).level).toBeGreaterThanOrEqual(40);
});

it('still says what failed and where: code, table, constraint, frames, and messages of our own', () => {
  const { err } = JSON.parse(written(() => log.error({ err: queryError() }, 'request failed')));
  expect(err).toMatchObject({
    message: 'a query failed',
    cause: { code: '22P02', at: { table: 'patients', constraint: 'patients_email_key' } },
  });
  expect(err.stack).toContain('logger.test.ts');
  expect(written(() => log.error({ err: new Error('the disk is full') }, 'not stored'))).toContain('the disk is full');
});

it('keeps nothing of a query in an error that is stored', () => {
  const kept = errorToKeep(new Error(`job: ${queryError().message}`, { cause: queryError() }));
  const properties = Object.getOwnPropertyNames(kept).map((name) => String((kept as never)[name]));
  expect(properties.join()).not.toContain('Kanarya');
  expect(kept.cause).toBeUndefined();
  expect(errorToKeep(queryError()).message).toBe('a query failed (the database refused: 22P02)');
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
