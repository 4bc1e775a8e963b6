import type { Endpoint } from '@duai/contract';
import type { CallInput } from './api.ts';

declare const made: unique symbol;
/** A key made by `keyOf` or `localKey`. */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    /** Makes a list written by hand a type error wherever the library takes a key. */
    queryKey: Key;
  }
}

const madeOf = (...parts: readonly unknown[]) => parts as Key;

/** The input of a call; omitted parts match any value. */
type AskedWith<E extends Endpoint> = Partial<Pick<CallInput<E>, 'params' | 'query' | 'body'>>;

/**
 * The query key of a call's answer: the path of its endpoint, which the default fetcher can load (specification, section 7),
 * then the input. Without input it matches all answers of the endpoint.
 */
export const keyOf = <E extends Endpoint>({ method, path }: E, asked?: AskedWith<E>): Key => {
  if (method !== 'GET') return madeOf(path, asked ?? {}, method);
  return asked ? madeOf(path, asked) : madeOf(path);
};

/** A key as another window of this browser sends it; undefined for anything else. */
export const keyIn = (message: unknown): Key | undefined => (Array.isArray(message) ? madeOf(...message) : undefined);

/** Whether a key belongs to an answer of one of these endpoints, with any input. */
export const isAnswerOf =
  (...endpoints: readonly Endpoint[]) =>
  (key: Key): boolean =>
    endpoints.some(({ method, path }) => key[0] === path && (key[2] ?? 'GET') === method);

/** The key of data that are not the answer of a single call: a picture from a study source, or a local file that was drawn. */
export const localKey = (what: 'picture' | 'thumbnail' | 'drawn-file', ...parts: readonly unknown[]): Key =>
  madeOf(what, ...parts);
