import { CallError } from '../../../scripts/http-client.ts';

/** The code of a refused call, or 'ok'. Any other error is rethrown. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? (error.body.code ?? `${error.status}`) : Promise.reject(error)),
  );
