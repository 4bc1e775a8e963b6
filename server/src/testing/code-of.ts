import { CallError } from '../../../scripts/http-client.ts';

/** The code of a refused call, or 'ok'. Anything but a refusal is thrown on. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? (error.body.code ?? `${error.status}`) : Promise.reject(error)),
  );
