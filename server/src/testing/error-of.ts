import { expect } from 'vitest';
import { CallError } from '../../../scripts/http-client.ts';

/** The error of a call that must be refused. */
export const errorOf = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};
